package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HeapTrimmerTest {
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong used = new AtomicLong(20 << 20);
    private final AtomicInteger collected = new AtomicInteger();

    private HeapTrimmer trimmer() {
        return new HeapTrimmer(new HeapTrimmer.Heap(underWay::get, used::get, () -> {
            collected.incrementAndGet();
            used.set(20 << 20);
        }));
    }

    @Test
    void garbage_is_collected_once_after_two_idle_checks() {
        try (HeapTrimmer trimmer = trimmer()) {
            underWay.set(1);
            used.set(900 << 20);
            trimmer.check();
            underWay.set(0);
            trimmer.check();
            assertEquals(0, collected.get(), "it was idle for only one check");
            trimmer.check();
            trimmer.check();
            trimmer.check();
            assertEquals(1, collected.get());
        }
    }

    @Test
    void no_garbage_is_collected_if_the_gateway_is_busy_or_the_heap_is_small() {
        try (HeapTrimmer trimmer = trimmer()) {
            trimmer.check();
            trimmer.check();
            underWay.set(3);
            used.set(900 << 20);
            trimmer.check();
            trimmer.check();
            assertEquals(0, collected.get());
        }
    }
}
