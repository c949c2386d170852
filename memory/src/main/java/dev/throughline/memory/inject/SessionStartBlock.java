package dev.throughline.memory.inject;

import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session is shown when it starts: what people wrote in {@code MEMORY.md}, the newest facts that were learnt,
 * wherever they stand, the summary, and the log of today and yesterday. Each is said once. The caller shows it once and
 * keeps it as it is until a compaction or a new session. The same pages give the same bytes on the same day, for
 * prompts of the same size.
 */
public final class SessionStartBlock {
    /** No token of memory has more, whatever its script. */
    private static final int BYTES_PER_TOKEN = 4;

    /** Of headings that programs wrote only those are shown that have something below them. */
    private static final Set<String> HEADINGS = Set.of("## Learnt", "## Topics");

    private static final Logger LOG = LoggerFactory.getLogger(SessionStartBlock.class);

    /** Who takes part in a session. */
    public enum Audience {
        /** The owner of the memory alone. */
        PRIVATE,
        /** Others as well; they are shown nothing of it. */
        GROUP
    }

    private final Workspace workspace;
    private final MemoryLimits.SessionStartLimits limits;

    public SessionStartBlock(Workspace workspace, MemoryLimits.SessionStartLimits limits) {
        this.workspace = workspace;
        this.limits = limits;
    }

    /**
     * The prompt that a block is for, in tokens as memory counts them.
     *
     * @param tokens what it has without the block
     * @param room how many a block may have
     */
    public record Prompt(long tokens, long room) {
        /** One in which everything fits. */
        public static final Prompt LARGE = new Prompt(1_000_000_000, 1_000_000_000);

        public Prompt {
            if (tokens < 0 || room < 0) {
                throw new IllegalArgumentException("expected no negative token counts, found " + tokens + ", " + room);
            }
        }

        /** So much of its tokens; a percentage from 0 to 100 cannot overflow. */
        long percent(int percent) {
            return tokens / 100 * percent + tokens % 100 * percent / 100;
        }
    }

    /**
     * The block, in about as many tokens as there is room for: first the curated facts, then the summary, then the
     * newest log, and last what sessions worked on. Nothing if there is nothing to show, or nobody to show it to.
     */
    public Optional<MemoryBlock> block(Audience audience, Prompt prompt) {
        if (audience == Audience.GROUP) {
            return Optional.empty();
        }
        LocalDate today = LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
        MemoryBlockBuilder block = new MemoryBlockBuilder(limits, prompt);
        curated(block).ifPresent(block::addCurated);
        part(MemoryPath.SUMMARY).flatMap(part -> summary(part, block)).ifPresent(block::addFirst);
        List<DailyLogPart> logs = Stream.of(today, today.minusDays(1))
                .flatMap(day -> part(DailyLog.page(day)).map(page -> new DailyLogPart(page, day)).stream())
                .toList();
        logs.forEach(log -> log.readStruckOut(block));
        logs.forEach(log -> log.tellLasting(block, limits.logTokens()));
        logs.forEach(log -> log.tellWork(block, limits.logTokens()));
        // In the order of time, so that yesterday comes before today.
        logs.reversed().forEach(log -> log.part().ifPresent(block::add));
        return block.build();
    }

    /** A page that cannot be read is not shown; the session starts without it. */
    private Optional<MemoryBlock.Part> part(MemoryPath path) {
        try {
            return workspace
                    .read(path)
                    .map(Page::text)
                    .filter(text -> !text.isBlank())
                    .map(text -> new MemoryBlock.Part(
                            path,
                            date(path),
                            Redaction.of(SafeText.visible(text)).text()));
        } catch (ProxyException e) {
            LOG.warn("{} is not shown to a new session: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    private String date(MemoryPath path) {
        try {
            ZoneId zone = workspace.clock().getZone();
            return LocalDate.ofInstant(
                            Files.getLastModifiedTime(workspace.file(path)).toInstant(), zone)
                    .toString();
        } catch (IOException e) {
            LOG.debug("{} has no date: {}", path, e.toString());
            return "";
        }
    }

    /** The page of curated facts: what people wrote, then what was learnt, then topics that say more than that. */
    private Optional<MemoryBlock.Part> curated(MemoryBlockBuilder block) {
        MemoryBlock.Part page = part(MemoryPath.MEMORY)
                .orElseGet(() -> new MemoryBlock.Part(MemoryPath.MEMORY, date(MemoryPath.MEMORY), ""));
        block.readCurated(page.text());
        List<LearntFact> facts = new ArrayList<>(LearntFact.all(page.path(), page.text()));
        Set<String> bare = new HashSet<>();
        for (MemoryBlock.Part topic : topics()) {
            block.readCurated(topic.text());
            List<LearntFact> own = LearntFact.all(topic.path(), topic.text());
            facts.addAll(own);
            long lines = topic.text()
                    .lines()
                    .filter(line -> !line.isBlank() && !SupersededLine.isMarked(line))
                    .count();
            if (own.size() == lines) {
                bare.add(topic.path().text());
            }
        }
        String own = own(page.text());
        own.lines().forEach(block::tell);
        StringBuilder text = new StringBuilder(own);
        facts.sort(LearntFact.NEWEST_FIRST);
        int left = 0;
        for (LearntFact fact : facts) {
            boolean isNews = block.isNews(fact);
            if (isNews && block.hasRoomFor(fact)) {
                block.tell(fact);
                text.append(fact.shown()).append('\n');
            } else {
                left += isNews ? 1 : 0;
            }
        }
        text.append(index(page.text(), bare));
        if (left > 0) {
            text.append("[… ").append(left).append(" older; memory_search finds them]\n");
        }
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(new MemoryBlock.Part(page.path(), page.date(), text + ""));
    }

    /** The topics, without their front matter, as many as are ever looked at. */
    private List<MemoryBlock.Part> topics() {
        return workspace.list(Topics.FOLDER).pages().stream()
                .sorted(Comparator.comparing(PageListing.ListedPage::modified)
                        .reversed()
                        .thenComparing(PageListing.ListedPage::path))
                .limit(MemoryLimits.DEFAULT.manifest().topics())
                .flatMap(entry -> part(entry.path()).stream())
                .map(part -> new MemoryBlock.Part(
                        part.path(), part.date(), FrontMatter.of(part.text()).body()))
                .toList();
    }

    /** What people wrote: no line that was learnt, none of the index, no heading of ours above nothing. */
    private String own(String page) {
        List<String> lines = new ArrayList<>();
        for (String line : page.lines().toList()) {
            if (LearntFact.of(MemoryPath.MEMORY, line).isEmpty()
                    && Topics.indexed(line).isEmpty()
                    && !SupersededLine.isMarked(line)) {
                dropHeading(lines, line.startsWith("#"));
                lines.add(line);
            }
        }
        dropHeading(lines, /* isNext= */ true);
        return lines.stream().allMatch(String::isBlank) ? "" : cut(lines);
    }

    /** Takes a heading of ours away again if nothing came below it. */
    private static void dropHeading(List<String> lines, boolean isNext) {
        int last = lines.size() - 1;
        while (last >= 0 && lines.get(last).isBlank()) {
            last--;
        }
        if (isNext && last >= 0 && HEADINGS.contains(lines.get(last))) {
            lines.subList(last, lines.size()).clear();
        }
    }

    private String cut(List<String> all) {
        StringBuilder kept = new StringBuilder();
        int bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += all.get(i).getBytes(StandardCharsets.UTF_8).length + 1;
            if (i >= limits.lines() || bytes > limits.bytes()) {
                // A page of one long line is shown as far as it goes.
                kept.append(i == 0 ? ApproximateTokens.first(all.get(i), limits.bytes() / BYTES_PER_TOKEN) + "\n" : "");
                kept.append("[… cut at line ").append(i).append(" of ").append(all.size());
                kept.append("; memory_get reads the rest]\n");
                break;
            }
            kept.append(all.get(i)).append('\n');
        }
        return kept.toString();
    }

    /** The lines of the index, but for topics that hold nothing but facts: those are shown as facts. */
    private String index(String page, Set<String> bare) {
        String lines = page.lines()
                .filter(line -> Topics.indexed(line)
                        .filter(path -> !bare.contains(path))
                        .isPresent())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return ApproximateTokens.last(lines, 2 * limits.learntTokens());
    }

    private Optional<MemoryBlock.Part> summary(MemoryBlock.Part part, MemoryBlockBuilder block) {
        List<String> lines = part.text()
                .lines()
                .filter(line -> line.startsWith("#") || !block.says(line))
                .filter(line -> !block.isReplacedByCurated(line))
                .toList();
        boolean isHollow = lines.stream().allMatch(line -> line.isBlank() || line.startsWith("#"));
        String text = String.join("\n", lines) + "\n";
        return isHollow
                ? Optional.empty()
                : Optional.of(new MemoryBlock.Part(
                        part.path(), part.date(), ApproximateTokens.first(text, limits.summaryTokens())));
    }
}
