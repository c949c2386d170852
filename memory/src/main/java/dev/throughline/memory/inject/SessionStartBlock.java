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
 * The block that a session is shown when it starts: what people wrote in {@code MEMORY.md}, the newest learnt facts of
 * all pages, the summary, and the logs of today and yesterday, each statement once. The block stays in the history
 * until a compaction. The same pages give the same bytes on the same day, for prompts of the same size.
 */
public record SessionStartBlock(Workspace workspace, MemoryLimits.SessionStartLimits limits) {
    /** The most bytes of a token, in any script. */
    private static final int BYTES_PER_TOKEN = 4;

    /** The headings that programs write. They are shown only if there is text below them. */
    private static final Set<String> PROGRAM_HEADINGS = Set.of("## Learnt", "## Topics");

    private static final Logger LOG = LoggerFactory.getLogger(SessionStartBlock.class);

    /**
     * The size of the prompt that a block is for, in {@linkplain ApproximateTokens approximate tokens}.
     *
     * @param tokens the prompt without the block
     * @param room the maximum for the block
     */
    public record PromptSize(long tokens, long room) {
        public PromptSize {
            if (tokens < 0 || room < 0) {
                throw new IllegalArgumentException("expected no negative token counts, found " + tokens + ", " + room);
            }
        }

        /** A percentage of the prompt, without overflow. */
        long percent(int percent) {
            return tokens / 100 * percent + tokens % 100 * percent / 100;
        }
    }

    /**
     * The block, in about as many tokens as there is room for: first the curated facts, then the summary, then the
     * newest log, and last what sessions worked on. Empty if there is nothing to show.
     */
    public Optional<MemoryBlock> block(PromptSize prompt) {
        LocalDate today = LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
        MemoryBlockBuilder block = new MemoryBlockBuilder(limits, prompt);
        curated(block).ifPresent(block::addCurated);
        part(MemoryPath.SUMMARY).flatMap(part -> summary(part, block)).ifPresent(block::addBeginning);
        List<DailyLogPart> logs = Stream.of(today, today.minusDays(1))
                .flatMap(day -> part(DailyLog.page(day)).map(page -> new DailyLogPart(page, day, block)).stream())
                .toList();
        logs.forEach(log -> log.addLasting(limits.logTokens()));
        logs.forEach(log -> log.addWork(limits.logTokens()));
        // Yesterday comes before today.
        logs.reversed().forEach(log -> log.part().ifPresent(block::add));
        return block.build();
    }

    /** A page without secrets. A page that cannot be read is not shown. */
    private Optional<MemoryBlock.BlockPart> part(MemoryPath path) {
        try {
            return workspace
                    .read(path)
                    .map(Page::text)
                    .filter(text -> !text.isBlank())
                    .map(text -> new MemoryBlock.BlockPart(
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

    /** MEMORY.md: what people wrote, then the learnt facts of all pages, then the index of topics that contain more. */
    private Optional<MemoryBlock.BlockPart> curated(MemoryBlockBuilder block) {
        MemoryBlock.BlockPart page = part(MemoryPath.MEMORY)
                .orElseGet(() -> new MemoryBlock.BlockPart(MemoryPath.MEMORY, date(MemoryPath.MEMORY), ""));
        block.readCurated(page.text());
        List<LearntFact> facts = new ArrayList<>(LearntFact.all(page.path(), page.text()));
        Set<String> factsOnly = new HashSet<>();
        for (MemoryBlock.BlockPart topic : topics()) {
            block.readCurated(topic.text());
            List<LearntFact> learnt = LearntFact.all(topic.path(), topic.text());
            facts.addAll(learnt);
            long lines = topic.text()
                    .lines()
                    .filter(line -> !line.isBlank() && !SupersededLine.isMarked(line))
                    .count();
            if (learnt.size() == lines) {
                factsOnly.add(topic.path().text());
            }
        }
        String handWritten = handWritten(page.text());
        handWritten.lines().forEach(block::addKnown);
        StringBuilder text = new StringBuilder(handWritten);
        facts.sort(LearntFact.NEWEST_FIRST);
        int omitted = 0;
        for (LearntFact fact : facts) {
            boolean isNew = block.isNew(fact);
            if (isNew && block.hasRoomFor(fact)) {
                block.addKnown(fact);
                text.append(fact.shown()).append('\n');
            } else {
                omitted += isNew ? 1 : 0;
            }
        }
        text.append(index(page.text(), factsOnly));
        if (omitted > 0) {
            text.append("[… ").append(omitted).append(" older; memory_search finds them]\n");
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(page.with(text.toString()));
    }

    /** The newest topics, without their front matter. */
    private List<MemoryBlock.BlockPart> topics() {
        return workspace.list(Topics.FOLDER).pages().stream()
                .sorted(Comparator.comparing(PageListing.ListedPage::modified)
                        .reversed()
                        .thenComparing(PageListing.ListedPage::path))
                .limit(MemoryLimits.DEFAULT.manifest().topics())
                .flatMap(entry -> part(entry.path()).stream())
                .map(part -> part.with(FrontMatter.of(part.text()).body()))
                .toList();
    }

    /** The page without learnt facts, index lines, superseded lines, and headings that are empty without them. */
    private String handWritten(String page) {
        List<String> lines = new ArrayList<>();
        for (String line : page.lines().toList()) {
            if (LearntFact.of(MemoryPath.MEMORY, line).isEmpty()
                    && Topics.indexed(line).isEmpty()
                    && !SupersededLine.isMarked(line)) {
                dropHeading(lines, line.startsWith("#"));
                lines.add(line);
            }
        }
        dropHeading(lines, /* isSectionStart= */ true);
        return lines.stream().allMatch(String::isBlank) ? "" : cut(lines);
    }

    /** Removes a heading of a program at the end if a new section begins. */
    private static void dropHeading(List<String> lines, boolean isSectionStart) {
        int last = lines.size() - 1;
        while (last >= 0 && lines.get(last).isBlank()) {
            last--;
        }
        if (isSectionStart && last >= 0 && PROGRAM_HEADINGS.contains(lines.get(last))) {
            lines.subList(last, lines.size()).clear();
        }
    }

    private String cut(List<String> all) {
        StringBuilder text = new StringBuilder();
        int bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += all.get(i).getBytes(StandardCharsets.UTF_8).length + 1;
            if (i >= limits.lines() || bytes > limits.bytes()) {
                // Of a page that is one long line, the beginning is shown.
                text.append(i == 0 ? ApproximateTokens.first(all.get(i), limits.bytes() / BYTES_PER_TOKEN) + "\n" : "");
                text.append("[… cut at line ").append(i).append(" of ").append(all.size());
                text.append("; memory_get reads the rest]\n");
                break;
            }
            text.append(all.get(i)).append('\n');
        }
        return text.toString();
    }

    /** The index lines, except for topics that contain only facts, which are shown as facts. */
    private String index(String page, Set<String> factsOnly) {
        String lines = page.lines()
                .filter(line -> Topics.indexed(line)
                        .filter(path -> !factsOnly.contains(path))
                        .isPresent())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return ApproximateTokens.last(lines, 2 * limits.learntTokens());
    }

    private Optional<MemoryBlock.BlockPart> summary(MemoryBlock.BlockPart part, MemoryBlockBuilder block) {
        List<String> lines = part.text()
                .lines()
                .filter(line -> line.startsWith("#") || !block.contains(line))
                .filter(line -> !block.isSupersededByCurated(line))
                .toList();
        boolean isEmpty = lines.stream().allMatch(line -> line.isBlank() || line.startsWith("#"));
        String text = String.join("\n", lines) + "\n";
        return isEmpty
                ? Optional.empty()
                : Optional.of(part.with(ApproximateTokens.first(text, limits.summaryTokens())));
    }
}
