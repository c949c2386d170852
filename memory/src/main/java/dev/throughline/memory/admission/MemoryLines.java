package dev.throughline.memory.admission;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every line of the memory in a workspace, kept up with its pages. A look lists the pages and reads those again whose
 * size or time has changed. A page that was saved moments before it was read is read once more by the next look, since
 * a second save within the clock's tick may leave the same size and time. Notes of single sessions are no memory yet.
 * Not safe for use by many threads.
 */
final class MemoryLines {
    /** More lines are not compared with; those of the newest pages count. */
    static final int MAX_LINES = 200_000;

    /** A page that was saved so shortly before we read it may have been saved again with the same time. */
    private static final Duration CLOCK_RESOLUTION = Duration.ofSeconds(2);

    private static final String TOPICS = "topics";
    private static final int MAX_TOPICS = 200;

    /** No line that passes the gate can be like one of more characters. */
    private static final int MAX_LINE_LENGTH = 4 * Admission.MAX_CHARACTERS;

    /** Headings and what front matter always says; nobody wants to remember a line that is like one of these. */
    private static final Pattern SAYS_NOTHING = Pattern.compile("^(?:#|\\s*$|(?:name|type|updated|source|session): )");

    private static final Logger LOG = LoggerFactory.getLogger(MemoryLines.class);

    /**
     * What is known of a page.
     *
     * @param isSettled whether it was older than a moment when it was read
     * @param version of its text; empty if it could not be read
     * @param keys of its lines
     */
    private record Read(PageListing.Entry entry, boolean isSettled, Optional<Hash> version, List<Long> keys) {}

    private final Workspace workspace;
    private final int most;
    private final Map<MemoryPath, Read> pages = new HashMap<>();
    private final SimilarLines lines = new SimilarLines();

    MemoryLines(Workspace workspace, int most) {
        this.workspace = workspace;
        this.most = most;
    }

    boolean knows(String line) {
        return lines.knows(line);
    }

    /** Whether a known line has the same words. */
    boolean knowsWords(String line) {
        return lines.knowsWords(line);
    }

    /** The curated facts and the newest topics, as they are now. */
    List<Page> curated() {
        List<Page> curated = new ArrayList<>(read(MemoryPath.MEMORY).stream().toList());
        workspace.list(TOPICS).pages().stream()
                .sorted(Comparator.comparing(PageListing.Entry::modified)
                        .reversed()
                        .thenComparing(PageListing.Entry::path))
                .limit(MAX_TOPICS)
                .forEach(entry -> read(entry.path()).ifPresent(curated::add));
        return curated;
    }

    /** Learns what changed since the last look. */
    void look() {
        Map<MemoryPath, PageListing.Entry> there = workspace.list().pages().stream()
                .filter(entry -> isCompared(entry.path()))
                .collect(Collectors.toMap(PageListing.Entry::path, Function.identity()));
        pages.keySet().stream()
                .filter(path -> !there.containsKey(path))
                .toList()
                .forEach(this::forget);
        List<PageListing.Entry> entries = new ArrayList<>(there.values());
        entries.sort(
                Comparator.comparing(PageListing.Entry::modified).reversed().thenComparing(PageListing.Entry::path));
        int room = most;
        for (PageListing.Entry entry : entries) {
            room -= room > 0 ? look(entry, room) : forget(entry.path());
        }
    }

    private static boolean isCompared(MemoryPath path) {
        return !path.isUnder("rollouts") && !path.isUnder("notes") && !path.equals(MemoryPath.RAW);
    }

    /** Knows the lines of a page as they are now; says how many they are. */
    private int look(PageListing.Entry entry, int room) {
        Read before = pages.get(entry.path());
        if (before != null && before.isSettled() && before.entry().equals(entry)) {
            return before.keys().size();
        }
        Instant now = workspace.clock().instant();
        boolean isSettled = entry.modified().isBefore(now.minus(CLOCK_RESOLUTION));
        Optional<Page> page = read(entry.path());
        Optional<Hash> version = page.map(Page::version);
        if (before != null && before.version().equals(version)) {
            pages.put(entry.path(), new Read(entry, isSettled, version, before.keys()));
            return before.keys().size();
        }
        forget(entry.path());
        List<Long> keys = added(page.map(Page::lines).orElse(List.of()), room);
        pages.put(entry.path(), new Read(entry, isSettled, version, keys));
        return keys.size();
    }

    private List<Long> added(List<String> text, int room) {
        List<Long> keys = new ArrayList<>();
        for (String line : text) {
            boolean isCompared = line.length() <= MAX_LINE_LENGTH
                    && !SAYS_NOTHING.matcher(line).find()
                    && !SupersededLine.isMarked(line);
            long key = isCompared && keys.size() < room ? lines.add(line) : 0;
            if (key != 0) {
                keys.add(key);
            }
        }
        return List.copyOf(keys);
    }

    private int forget(MemoryPath path) {
        @Nullable Read gone = pages.remove(path);
        if (gone != null) {
            gone.keys().forEach(lines::forget);
        }
        return 0;
    }

    /** A page that cannot be read has nothing to compare with; the gate must not close for it. */
    private Optional<Page> read(MemoryPath path) {
        try {
            return workspace.read(path);
        } catch (ProxyException e) {
            LOG.debug("{} is not compared with: {}", path, e.getMessage());
            return Optional.empty();
        }
    }
}
