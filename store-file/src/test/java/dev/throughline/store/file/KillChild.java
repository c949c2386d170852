package dev.throughline.store.file;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionRef;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The process that {@link KillTest} kills: it appends as fast as it can and prints what is durable. */
final class KillChild {
    static final String APPEND = "append";
    static final String OPEN = "open";
    private static final int WRITERS = 8;
    private static final int SESSIONS = 12;

    /** Small segments and short waits, so that every step of the session flusher is interrupted at times. */
    private static final FileStoreLimits BUSY = new FileStoreLimits(
            128 << 10, 256 << 20, 16 << 10, Duration.ofMillis(10), Duration.ofMillis(50), 4, 64 << 20, 1000);

    private KillChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments[0].equals(OPEN)) {
            System.out.println("opening");
        }
        FileStore store = new FileStore(Path.of(arguments[1]), Clock.systemUTC(), BUSY);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS && arguments[0].equals(APPEND); i++) {
            writers.add(Thread.ofPlatform().start(() -> write(store)));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        Thread.currentThread().join();
    }

    /** The entry at an index of an append, derived from the numbers alone. */
    static Entry entry(long first, int count, int index) {
        String padding = "x".repeat((int) (first * 31 + index) % 700);
        return TestHome.text("{\"first\":" + first + ",\"count\":" + count + ",\"index\":" + index + ",\"padding\":\""
                + padding + "\"}");
    }

    private static void write(FileStore store) {
        Random random = new Random();
        while (true) {
            String key = "session-" + random.nextInt(SESSIONS);
            SessionRef ref = TestHome.session(store, key);
            Receipt receipt;
            try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                int count = 1 + random.nextInt(5);
                List<Entry> entries = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    entries.add(entry(lease.lastSequence() + 1, count, i));
                }
                receipt = store.append(lease, entries);
            }
            receipt.durable().join();
            System.out.println("ack " + key + " " + receipt.lastSequence() + " .");
        }
    }
}
