package dev.throughline.memory.workspace;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how often each page was shown or read, and records when it was last. The file {@code .state/uses} has a count
 * and milliseconds for each path. Readers of memory count in the background, so that they wait for no lock and no disk.
 * Safe for use by many threads and processes.
 */
public final class PageUses {
    /** With more pages, those that were not used for the longest time are removed. */
    static final int MAX_PAGES = 10_000;

    /** The number that is removed at once, so that not every use has to find the oldest. */
    private static final int REMOVED_AT_ONCE = 1_000;

    /** With more waiting uses, new ones are not counted. */
    private static final int MAX_WAITING = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(PageUses.class);

    private final Workspace workspace;
    private final KeyValueFile file;
    private List<MemoryPath> waiting = new ArrayList<>();
    private boolean isWriting;
    private boolean isFailing;

    public PageUses(Workspace workspace) {
        this.workspace = workspace;
        this.file = new KeyValueFile(workspace, "uses");
    }

    public record PageUse(long count, Instant last) {
        private static final PageUse NONE = new PageUse(0, Instant.EPOCH);
        private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15}) ([0-9]{1,15})");

        /** A text that cannot be parsed, because somebody edited it, is ignored. */
        static PageUse of(@Nullable String text) {
            Matcher parts = WRITTEN.matcher(text == null ? "" : text);
            return parts.matches()
                    ? new PageUse(Long.parseLong(parts.group(1)), Instant.ofEpochMilli(Long.parseLong(parts.group(2))))
                    : NONE;
        }
    }

    /** All entries as they are written, by path. */
    public Map<String, String> all() {
        return file.read();
    }

    public static PageUse of(Map<String, String> all, MemoryPath path) {
        return PageUse.of(all.get(path.text()));
    }

    /** Counts that pages were shown or read. */
    public void count(Collection<MemoryPath> paths) {
        if (paths.isEmpty() || !workspace.isWritable()) {
            return;
        }
        long now = workspace.clock().millis();
        file.update(entries -> {
            for (MemoryPath path : paths) {
                long count = PageUse.of(entries.get(path.text())).count();
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
                .sorted(Comparator.comparing(
                        entry -> PageUse.of(entry.getValue()).last()))
                .limit(entries.size() - MAX_PAGES + REMOVED_AT_ONCE)
                .map(Map.Entry::getKey)
                .toList();
        oldest.forEach(entries::remove);
    }

    /** Counts in the background. Uses that cannot be written are logged and not counted. */
    public synchronized void countLater(Collection<MemoryPath> paths) {
        if (paths.isEmpty() || waiting.size() + paths.size() > MAX_WAITING) {
            return;
        }
        waiting.addAll(paths);
        if (!isWriting) {
            isWriting = true;
            Thread.ofVirtual().name("counting uses").start(this::writeWaiting);
        }
    }

    private void writeWaiting() {
        for (List<MemoryPath> next = takeWaiting(); !next.isEmpty(); next = takeWaiting()) {
            try {
                count(next);
                isFailing = false;
            } catch (ProxyException e) {
                if (!isFailing) {
                    LOG.warn("uses of pages cannot be counted: {}", e.sentence());
                }
                isFailing = true; // Only the first of several failures is logged.
            }
        }
    }

    /** Takes the waiting uses. If there are none, the writing thread ends. */
    private synchronized List<MemoryPath> takeWaiting() {
        List<MemoryPath> taken = waiting;
        waiting = new ArrayList<>();
        if (taken.isEmpty()) {
            isWriting = false;
            notifyAll();
        }
        return taken;
    }

    /** Waits until all uses are counted, at most this long. */
    public synchronized void awaitCounted(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        try {
            while (isWriting && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isWriting) {
            LOG.info("uses of pages are still being written; the last ones may not be counted");
        }
    }
}
