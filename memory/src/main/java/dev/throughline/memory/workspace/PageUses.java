package dev.throughline.memory.workspace;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How often pages were of use, and when last: a count and milliseconds for each path. */
public final class PageUses {
    /** How many pages are remembered here; with more, those go that were of use longest ago. */
    static final int MAX_PAGES = 10_000;

    /** So many go at once, so that not every use needs to look for the oldest. */
    private static final int AT_ONCE = 1_000;

    private final Workspace workspace;
    private final KeyValueFile marks;

    public PageUses(Workspace workspace) {
        this.workspace = workspace;
        this.marks = new KeyValueFile(workspace, "uses");
    }

    /** How much a page was used. */
    public record Use(long count, Instant last) {
        static final Use NONE = new Use(0, Instant.EPOCH);

        private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15}) ([0-9]{1,15})");

        /** What cannot be read, since somebody edited it, counts for nothing. */
        static Use of(@Nullable String text) {
            Matcher words = WRITTEN.matcher(text == null ? "" : text);
            return words.matches()
                    ? new Use(Long.parseLong(words.group(1)), Instant.ofEpochMilli(Long.parseLong(words.group(2))))
                    : NONE;
        }
    }

    /** Pages were shown or read, and so of use. */
    public void used(Collection<MemoryPath> paths) {
        if (paths.isEmpty() || !workspace.isWritable()) {
            return;
        }
        long now = workspace.clock().millis();
        marks.update(facts -> {
            for (MemoryPath path : paths) {
                long count = Use.of(facts.get(path.text())).count();
                facts.put(path.text(), (count + 1) + " " + now);
            }
            if (facts.size() > MAX_PAGES) {
                forget(facts);
            }
            return true;
        });
    }

    private static void forget(Map<String, String> facts) {
        List<String> oldest = facts.entrySet().stream()
                .sorted(Comparator.comparing(fact -> Use.of(fact.getValue()).last()))
                .limit(facts.size() - MAX_PAGES + AT_ONCE)
                .map(Map.Entry::getKey)
                .toList();
        oldest.forEach(facts::remove);
    }

    public Map<String, String> all() {
        return marks.read();
    }

    public static Use of(Map<String, String> all, MemoryPath path) {
        return Use.of(all.get(path.text()));
    }
}
