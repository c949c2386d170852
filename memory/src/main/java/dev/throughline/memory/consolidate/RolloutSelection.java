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
 * Selects the rollouts for a merge: those of the last {@link MemoryLimits.ConsolidationLimits#decay} and older ones
 * that were used since. If there are too many, the most used and then the newest. Rollouts that are too old by their
 * names and times are not read.
 */
final class RolloutSelection {
    private static final Logger LOG = LoggerFactory.getLogger(RolloutSelection.class);

    private final Workspace workspace;
    private final Map<String, String> uses;
    private final List<PageListing.ListedPage> pages;
    private final Instant oldest;
    private final int limit;

    RolloutSelection(Workspace workspace, MemoryLimits.ConsolidationLimits limits) {
        this.workspace = workspace;
        this.uses = new PageUses(workspace).all();
        this.pages = workspace.list(Rollout.FOLDER).pages();
        this.oldest = workspace.clock().instant().minus(limits.decay());
        this.limit = limits.rollouts();
    }

    /** A hash that changes if other rollouts would be selected. It is computed without reading a page. */
    String fingerprint() {
        StringBuilder all = new StringBuilder();
        all.append(oldest.truncatedTo(ChronoUnit.DAYS)).append('\n');
        pages.forEach(page -> all.append(page.path())
                .append('\t')
                .append(page.bytes())
                .append('\t')
                .append(page.modified())
                .append('\t')
                .append(uses.getOrDefault(page.path().text(), ""))
                .append('\n'));
        return Hash.of(all.toString()).text();
    }

    /** The selected rollouts, the most used first. */
    List<Rollout> rollouts() {
        List<Rollout> rollouts = new ArrayList<>();
        pages.stream()
                .filter(page -> isUsed(page.path()) || isRecent(page))
                .forEach(page -> rollout(page.path())
                        .filter(each -> each.updated().isAfter(oldest) || isUsed(each.path()))
                        .ifPresent(rollouts::add));
        rollouts.sort(Comparator.<Rollout>comparingLong(
                        rollout -> -PageUses.of(uses, rollout.path()).count())
                .thenComparing(Rollout::updated, Comparator.reverseOrder())
                .thenComparing(Rollout::path));
        return List.copyOf(rollouts.subList(0, Math.min(limit, rollouts.size())));
    }

    private boolean isUsed(MemoryPath path) {
        return PageUses.of(uses, path).last().isAfter(oldest);
    }

    /**
     * A rollout is written after the last turn of its session, and its name begins with the day of the first writing.
     */
    private boolean isRecent(PageListing.ListedPage page) {
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
