package dev.throughline.bench.retrieval;

import dev.throughline.bench.Figures;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** How long something took again and again: the time that passed, and the time this thread was on a processor. */
final class Times {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Figures passed = new Figures();
    private final Figures processor = new Figures();
    private long start;
    private long startOnProcessor;

    void start() {
        startOnProcessor = THREADS.getCurrentThreadCpuTime();
        start = System.nanoTime();
    }

    /** Ends what was started; what does not count, as when warming up, is forgotten. */
    void stop(boolean counts) {
        long took = System.nanoTime() - start;
        if (counts) {
            passed.add(took);
            processor.add(THREADS.getCurrentThreadCpuTime() - startOnProcessor);
        }
    }

    Figures passed() {
        return passed;
    }

    Figures processor() {
        return processor;
    }
}
