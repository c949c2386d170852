package dev.throughline.memory.consolidate;

import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which rollouts a merge is made of: those of the last {@link MemoryLimits.ConsolidationLimits#decay}, older ones that were of use
 * since, and of too many those that were used most and are newest. What is surely too old is told from its name and its
 * file's time and is not read.
 */
final class Selection {
    private static final Logger LOG = LoggerFactory.getLogger(Selection.class);

    private final Workspace workspace;
    private final Map<String, String> used;
    private final List<PageListing.Entry> pages;
    private final Instant oldest;
    private final int most;

    Selection(Workspace workspace, PageUses uses, MemoryLimits.ConsolidationLimits limits) {
        this.workspace = workspace;
        this.used = uses.all();
        this.pages = workspace.list(Rollout.FOLDER).pages();
        this.oldest = workspace.clock().instant().minus(limits.decay());
        this.most = limits.rollouts();
    }

    /** What is the same as long as the same rollouts would be chosen: a look at the folder, without reading a page. */
    String fingerprint() {
        StringBuilder all = new StringBuilder();
        all.append(oldest.truncatedTo(ChronoUnit.DAYS)).append('\n');
        pages.forEach(page -> all.append(page.path())
                .append('\t')
                .append(page.bytes())
                .append('\t')
                .append(page.modified())
                .append('\t')
                .append(used.getOrDefault(page.path().text(), ""))
                .append('\n'));
        return Hash.of(all.toString()).text();
    }

    /** The rollouts that count, by use and then by age. */
    List<Rollout> rollouts() {
        List<Rollout> rollouts = new ArrayList<>();
        pages.stream()
                .filter(page -> isUsed(page.path()) || isRecent(page))
                .forEach(page -> rollout(page.path())
                        .filter(each -> each.updated().isAfter(oldest) || isUsed(each.path()))
                        .ifPresent(rollouts::add));
        rollouts.sort(Comparator.<Rollout>comparingLong(
                        rollout -> -PageUses.of(used, rollout.path()).count())
                .thenComparing(Rollout::updated, Comparator.reverseOrder())
                .thenComparing(Rollout::path));
        return List.copyOf(rollouts.subList(0, Math.min(most, rollouts.size())));
    }

    private boolean isUsed(MemoryPath path) {
        return PageUses.of(used, path).last().isAfter(oldest);
    }

    /** A rollout is never written before its session spoke last; a name begins with the day it was written first. */
    private boolean isRecent(PageListing.Entry page) {
        String day = oldest.truncatedTo(ChronoUnit.DAYS).toString().substring(0, "2026-04-05".length());
        return page.modified().isAfter(oldest) || page.path().name().compareTo(day) >= 0;
    }

    /** A page that cannot be read must not stop the merge of the others. */
    private Optional<Rollout> rollout(MemoryPath path) {
        try {
            return workspace.read(path).flatMap(Rollout::of);
        } catch (ProxyException e) {
            LOG.warn("{} is not merged: {}", path, e.getMessage());
            return Optional.empty();
        }
    }
}
