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
 * Counts uses of pages in the background: whoever reads memory waits for no lock and no disk, and reads also where
 * nothing can be written. What waits is written at once; what cannot be written is logged and not counted. Safe for use
 * by many threads.
 */
public final class UseCounter {
    private static final Logger LOG = LoggerFactory.getLogger(UseCounter.class);

    /** Uses that wait while the disk is busy; further ones are not counted. */
    private static final int MAX_WAITING = 10_000;

    private final PageUses uses;
    private List<MemoryPath> waiting = new ArrayList<>();
    private boolean isWriting;
    private boolean isFailing;

    public UseCounter(PageUses uses) {
        this.uses = uses;
    }

    /** Pages were shown or read; they are counted soon. */
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

    /** What waits; nothing when all is written, and then nobody writes any more. */
    private synchronized List<MemoryPath> next() {
        List<MemoryPath> next = waiting;
        waiting = new ArrayList<>();
        if (next.isEmpty()) {
            isWriting = false;
            notifyAll();
        }
        return next;
    }

    /** Said once, and not with every search while a disk is full. Only the one who writes comes here. */
    private void failed(ProxyException e) {
        if (!isFailing) {
            LOG.warn("uses of pages cannot be counted: {}", e.sentence());
        }
        isFailing = true;
    }

    /** Waits until what was used is counted, but not longer than this. */
    public synchronized void settle(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (isWriting && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isWriting) {
            LOG.info("somebody else writes down uses of pages for long; the last ones may not be counted");
        }
    }
}
