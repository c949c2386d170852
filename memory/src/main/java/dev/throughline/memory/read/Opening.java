package dev.throughline.memory.read;

import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.admission.Inert;
import dev.throughline.memory.admission.Superseded;
import dev.throughline.memory.said.Weight;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.Listing;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
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
public final class Opening {
    /** No token of memory has more, whatever its script. */
    private static final int BYTES_PER_TOKEN = 4;

    /** Of headings that programs wrote only those are shown that have something below them. */
    private static final Set<String> HEADINGS = Set.of("## Learnt", "## Topics");

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** Who takes part in a session. */
    public enum Audience {
        /** The owner of the memory alone. */
        PRIVATE,
        /** Others as well; they are shown nothing of it. */
        GROUP
    }

    /**
     * How much is shown at most.
     *
     * @param lines of {@code MEMORY.md}, the first ones
     * @param bytes of the same
     * @param summaryTokens of {@code memory_summary.md}
     * @param logTokens of each daily log, its newest lines
     * @param logPercent the most that lines about what sessions worked on may take, in percent of the prompt
     * @param learntTokens of facts that were learnt from sessions, wherever they stand
     */
    public record Measure(int lines, int bytes, int summaryTokens, int logTokens, int logPercent, int learntTokens) {
        public static final Measure USUAL = new Measure(200, 25 << 10, 2_500, 1_500, 1, 500);

        public Measure {
            if (logPercent < 0 || logPercent > 100) {
                throw new IllegalArgumentException("expected a percentage from 0 to 100, found " + logPercent);
            }
        }
    }

    private final Workspace workspace;
    private final Measure measure;

    public Opening(Workspace workspace, Measure measure) {
        this.workspace = workspace;
        this.measure = measure;
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
    public Optional<Block> block(Audience audience, Prompt prompt) {
        if (audience == Audience.GROUP) {
            return Optional.empty();
        }
        LocalDate today = LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
        BlockBuilder block = new BlockBuilder(measure, prompt);
        curated(block).ifPresent(block::addCurated);
        part(MemoryPath.SUMMARY).flatMap(part -> summary(part, block)).ifPresent(block::addFirst);
        List<LogPart> logs = Stream.of(today, today.minusDays(1))
                .flatMap(day -> part(DailyLog.page(day)).map(page -> new LogPart(page, day)).stream())
                .toList();
        logs.forEach(log -> log.readStruckOut(block));
        logs.forEach(log -> log.tellLasting(block, measure.logTokens()));
        logs.forEach(log -> log.tellWork(block, measure.logTokens()));
        // In the order of time, so that yesterday comes before today.
        logs.reversed().forEach(log -> log.part().ifPresent(block::add));
        return block.build();
    }

    /** A page that cannot be read is not shown; the session starts without it. */
    private Optional<Block.Part> part(MemoryPath path) {
        try {
            return workspace
                    .read(path)
                    .map(Page::text)
                    .filter(text -> !text.isBlank())
                    .map(text -> new Block.Part(
                            path, date(path), Redaction.of(Inert.visible(text)).text()));
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
    private Optional<Block.Part> curated(BlockBuilder block) {
        Block.Part page =
                part(MemoryPath.MEMORY).orElseGet(() -> new Block.Part(MemoryPath.MEMORY, date(MemoryPath.MEMORY), ""));
        block.readCurated(page.text());
        List<Fact> facts = new ArrayList<>(Fact.all(page.path(), page.text()));
        Set<String> bare = new HashSet<>();
        for (Block.Part topic : topics()) {
            block.readCurated(topic.text());
            List<Fact> own = Fact.all(topic.path(), topic.text());
            facts.addAll(own);
            long lines = topic.text()
                    .lines()
                    .filter(line -> !line.isBlank() && !Superseded.isMarked(line))
                    .count();
            if (own.size() == lines) {
                bare.add(topic.path().text());
            }
        }
        String own = own(page.text());
        own.lines().forEach(block::tell);
        StringBuilder text = new StringBuilder(own);
        facts.sort(Fact.NEWEST_FIRST);
        int left = 0;
        for (Fact fact : facts) {
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
        return text.isEmpty() ? Optional.empty() : Optional.of(new Block.Part(page.path(), page.date(), text + ""));
    }

    /** The topics, without their front matter, as many as are ever looked at. */
    private List<Block.Part> topics() {
        return workspace.list(Topics.FOLDER).pages().stream()
                .sorted(Comparator.comparing(Listing.Entry::modified).reversed().thenComparing(Listing.Entry::path))
                .limit(Manifest.Measure.USUAL.topics())
                .flatMap(entry -> part(entry.path()).stream())
                .map(part -> new Block.Part(
                        part.path(), part.date(), FrontMatter.of(part.text()).body()))
                .toList();
    }

    /** What people wrote: no line that was learnt, none of the index, no heading of ours above nothing. */
    private String own(String page) {
        List<String> lines = new ArrayList<>();
        for (String line : page.lines().toList()) {
            if (Fact.of(MemoryPath.MEMORY, line).isEmpty()
                    && Topics.indexed(line).isEmpty()
                    && !Superseded.isMarked(line)) {
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
            if (i >= measure.lines() || bytes > measure.bytes()) {
                // A page of one long line is shown as far as it goes.
                kept.append(i == 0 ? Weight.first(all.get(i), measure.bytes() / BYTES_PER_TOKEN) + "\n" : "");
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
        return Weight.last(lines, 2 * measure.learntTokens());
    }

    private Optional<Block.Part> summary(Block.Part part, BlockBuilder block) {
        List<String> lines = part.text()
                .lines()
                .filter(line -> line.startsWith("#") || !block.says(line))
                .filter(line -> !block.isReplacedByCurated(line))
                .toList();
        boolean isHollow = lines.stream().allMatch(line -> line.isBlank() || line.startsWith("#"));
        String text = String.join("\n", lines) + "\n";
        return isHollow
                ? Optional.empty()
                : Optional.of(new Block.Part(part.path(), part.date(), Weight.first(text, measure.summaryTokens())));
    }
}
