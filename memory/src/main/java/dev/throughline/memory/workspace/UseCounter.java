package dev.throughline.memory.workspace;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts uses of pages in the background, so that readers of memory wait for no lock and no disk and need no permission
 * to write. Uses that cannot be written are logged and not counted. Safe for use by many threads.
 */
public final class UseCounter {
    private static final Logger LOG = LoggerFactory.getLogger(UseCounter.class);

    /** With more waiting uses, new ones are not counted. */
    private static final int MAX_WAITING = 10_000;

    private final PageUses uses;
    private List<MemoryPath> waiting = new ArrayList<>();
    private boolean isWriting;
    private boolean isFailing;

    public UseCounter(PageUses uses) {
        this.uses = uses;
    }

    /** Counts, in the background, that pages were shown or read. */
    public synchronized void used(Collection<MemoryPath> pages) {
        if (pages.isEmpty() || waiting.size() + pages.size() > MAX_WAITING) {
            return;
        }
        waiting.addAll(pages);
        if (!isWriting) {
            isWriting = true;
            Thread.ofVirtual().name("counting uses").start(this::write);
        }
    }

    private void write() {
        List<MemoryPath> next = next();
        while (!next.isEmpty()) {
            try {
                uses.used(next);
                isFailing = false;
            } catch (ProxyException e) {
                failed(e);
            }
            next = next();
        }
    }

    /** The waiting uses; if there are none, the writing thread ends. */
    private synchronized List<MemoryPath> next() {
        List<MemoryPath> next = waiting;
        waiting = new ArrayList<>();
        if (next.isEmpty()) {
            isWriting = false;
            notifyAll();
        }
        return next;
    }

    /** Logs only the first of several failures. Called by the writing thread only. */
    private void failed(ProxyException e) {
        if (!isFailing) {
            LOG.warn("uses of pages cannot be counted: {}", e.sentence());
        }
        isFailing = true;
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
