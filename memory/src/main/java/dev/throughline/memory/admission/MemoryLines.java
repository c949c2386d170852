package dev.throughline.memory.admission;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The lines of all memory pages of a workspace. A refresh lists the pages and reads those whose size or time has
 * changed. A page that was saved moments before it was read is read again by the next refresh, because a second save
 * within the resolution of the clock may have the same size and time. Notes of single sessions are not memory. Not safe
 * for use by many threads.
 */
final class MemoryLines {
    /** The most lines that are compared. The lines of the newest pages have priority. */
    static final int MAX_LINES = 200_000;

    /** A page that was saved less than this before it was read may change without a change of its time. */
    private static final Duration CLOCK_RESOLUTION = Duration.ofSeconds(2);

    private static final String TOPICS = "topics";
    private static final int MAX_TOPICS = 200;

    /** An admitted line cannot be similar to a longer one. */
    private static final int MAX_LINE_LENGTH = 4 * Admission.MAX_CHARACTERS;

    /** Headings and fields of front matter. */
    private static final Pattern NO_STATEMENT = Pattern.compile("^(?:#|\\s*$|(?:name|type|updated|source|session): )");

    /**
     * A page that was read.
     *
     * @param isSettled whether it was older than the clock's resolution when it was read
     * @param keys of its lines
     */
    private record ReadPage(PageListing.ListedPage entry, boolean isSettled, List<Long> keys) {}

    private final Workspace workspace;
    private final int limit;
    private final Map<MemoryPath, ReadPage> pages = new HashMap<>();
    private final SimilarLines lines = new SimilarLines();

    MemoryLines(Workspace workspace, int limit) {
        this.workspace = workspace;
        this.limit = limit;
    }

    /** Whether memory contains a similar line. */
    boolean contains(String line) {
        return lines.contains(line);
    }

    /** Whether memory contains a line with the same words. */
    boolean containsWords(String line) {
        return lines.containsWords(line);
    }

    /** The curated facts and the newest topics, as they are now. */
    List<Page> curated() {
        List<Page> curated = new ArrayList<>(
                workspace.readOrEmpty(MemoryPath.MEMORY).stream().toList());
        workspace.list(TOPICS).newestFirst().stream()
                .limit(MAX_TOPICS)
                .forEach(entry -> workspace.readOrEmpty(entry.path()).ifPresent(curated::add));
        return curated;
    }

    /** Reads the pages that changed since the last refresh. */
    void refresh() {
        List<PageListing.ListedPage> entries = workspace.list().newestFirst().stream()
                .filter(entry -> isCompared(entry.path()))
                .toList();
        Set<MemoryPath> removed = new HashSet<>(pages.keySet());
        entries.forEach(entry -> removed.remove(entry.path()));
        removed.forEach(this::remove);
        int left = limit;
        for (PageListing.ListedPage entry : entries) {
            if (left > 0) {
                left -= refresh(entry, left);
            } else {
                remove(entry.path());
            }
        }
    }

    private static boolean isCompared(MemoryPath path) {
        return !path.isUnder("rollouts") && !path.isUnder("notes") && !path.equals(MemoryPath.RAW);
    }

    /** Reads a page if it has changed. Returns how many of its lines are known. */
    private int refresh(PageListing.ListedPage entry, int limit) {
        ReadPage before = pages.get(entry.path());
        if (before != null && before.isSettled() && before.entry().equals(entry)) {
            return before.keys().size();
        }
        remove(entry.path());
        boolean isSettled =
                entry.modified().isBefore(workspace.clock().instant().minus(CLOCK_RESOLUTION));
        // A page that cannot be read is not compared.
        List<String> text = workspace.readOrEmpty(entry.path()).map(Page::lines).orElse(List.of());
        List<Long> keys = add(text, limit);
        pages.put(entry.path(), new ReadPage(entry, isSettled, keys));
        return keys.size();
    }

    private List<Long> add(List<String> text, int limit) {
        List<Long> keys = new ArrayList<>();
        for (String line : text) {
            boolean isCompared = line.length() <= MAX_LINE_LENGTH
                    && !NO_STATEMENT.matcher(line).find()
                    && !SupersededLine.isMarked(line);
            long key = isCompared && keys.size() < limit ? lines.add(line) : 0;
            if (key != 0) {
                keys.add(key);
            }
        }
        return List.copyOf(keys);
    }

    private void remove(MemoryPath path) {
        ReadPage removed = pages.remove(path);
        if (removed != null) {
            removed.keys().forEach(lines::remove);
        }
    }
}
