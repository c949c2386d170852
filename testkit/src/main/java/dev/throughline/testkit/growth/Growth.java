package dev.throughline.testkit.growth;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks that work grows no faster than its text: four times the text may take eight times the CPU time; quadratic work
 * takes sixteen times. Texts grow step by step, so that work of any order is detected within seconds. Times that are
 * too short to measure are not compared.
 */
public final class Growth {
    /** Characters of the largest text. */
    private static final int LARGE = 1 << 15;

    private static final int SMALL = 1 << 11;
    private static final int TIMES = 4;
    private static final double MOST = 8;

    /** The time of the smaller text counts as at least this; below it, a difference is noise. */
    private static final long NOISE_NANOS = 10_000_000;

    private static final int TRIES = 3;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Growth() {}

    /** The names of the scanners whose work grows too fast for some hostile text, each with the figures. */
    public static List<String> tooFast(Map<String, Consumer<String>> scanners) {
        List<String> found = new ArrayList<>();
        scanners.forEach((name, scanner) -> {
            for (HostileText text : HostileText.values()) {
                measure(text, scanner).ifPresent(figures -> found.add(name + " on " + text + ": " + figures));
            }
        });
        return found;
    }

    private static Optional<String> measure(HostileText text, Consumer<String> scanner) {
        String small = text.of(SMALL);
        long before = nanos(small, scanner);
        for (int size = SMALL * TIMES; size <= LARGE; size *= TIMES) {
            String large = text.of(size);
            long after = nanos(large, scanner);
            for (int i = 1; i < TRIES && isTooFast(before, after); i++) {
                before = nanos(small, scanner);
                after = nanos(large, scanner);
            }
            if (isTooFast(before, after)) {
                return Optional.of("%,d characters %d ms, %,d characters %d ms"
                        .formatted(small.length(), before / 1_000_000, large.length(), after / 1_000_000));
            }
            small = large;
            before = after;
        }
        return Optional.empty();
    }

    private static boolean isTooFast(long before, long after) {
        return after >= MOST * Math.max(NOISE_NANOS, before);
    }

    private static long nanos(String text, Consumer<String> scanner) {
        long before = THREADS.getCurrentThreadCpuTime();
        scanner.accept(text);
        return THREADS.getCurrentThreadCpuTime() - before;
    }
}
