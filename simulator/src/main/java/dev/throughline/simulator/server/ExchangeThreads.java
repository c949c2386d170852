package dev.throughline.simulator.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The virtual threads of a server, one per exchange. A failure in one is printed by Java's own handler, for all to see.
 */
final class ExchangeThreads {
    private static final Duration LAST_CALL = Duration.ofSeconds(5);

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    void start(Runnable work) {
        Thread thread = Thread.ofVirtual().name("exchange").unstarted(() -> {
            try {
                work.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        });
        threads.add(thread);
        thread.start();
    }

    /** Tells all to stop, and waits a moment until they have. */
    void dismiss() {
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                if (!thread.join(LAST_CALL)) {
                    throw new IllegalStateException("an exchange did not end within " + LAST_CALL);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
