package dev.throughline.memory.workspace;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How often each page was shown or read, and when last: a count and milliseconds for each path. */
public final class PageUses {
    /** With more pages, those that were not used for the longest time are removed. */
    static final int MAX_PAGES = 10_000;

    /** So many are removed at once, so that not every use has to find the oldest. */
    private static final int REMOVED_AT_ONCE = 1_000;

    private final Workspace workspace;
    private final KeyValueFile file;

    public PageUses(Workspace workspace) {
        this.workspace = workspace;
        this.file = new KeyValueFile(workspace, "uses");
    }

    public record Use(long count, Instant last) {
        static final Use NONE = new Use(0, Instant.EPOCH);

        private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15}) ([0-9]{1,15})");

        /** A text that cannot be parsed, because somebody edited it, is ignored. */
        static Use of(@Nullable String text) {
            Matcher words = WRITTEN.matcher(text == null ? "" : text);
            return words.matches()
                    ? new Use(Long.parseLong(words.group(1)), Instant.ofEpochMilli(Long.parseLong(words.group(2))))
                    : NONE;
        }
    }

    /** Counts that pages were shown or read. */
    public void used(Collection<MemoryPath> paths) {
        if (paths.isEmpty() || !workspace.isWritable()) {
            return;
        }
        long now = workspace.clock().millis();
        file.update(entries -> {
            for (MemoryPath path : paths) {
                long count = Use.of(entries.get(path.text())).count();
                entries.put(path.text(), (count + 1) + " " + now);
            }
            if (entries.size() > MAX_PAGES) {
                removeOldest(entries);
            }
            return true;
        });
    }

    private static void removeOldest(Map<String, String> entries) {
        List<String> oldest = entries.entrySet().stream()
                .sorted(Comparator.comparing(entry -> Use.of(entry.getValue()).last()))
                .limit(entries.size() - MAX_PAGES + REMOVED_AT_ONCE)
                .map(Map.Entry::getKey)
                .toList();
        oldest.forEach(entries::remove);
    }

    public Map<String, String> all() {
        return file.read();
    }

    public static Use of(Map<String, String> all, MemoryPath path) {
        return Use.of(all.get(path.text()));
    }
}
