package dev.throughline.replay.report;

import dev.throughline.replay.session.Books;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long requests of one class of size were on the road before the model was asked.
 *
 * @param name the class
 * @param allocatedP50Kb what the road allocated; negative when that was not measured
 */
public record Latency(String name, int requests, double p50Millis, double p99Millis, double allocatedP50Kb) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KB = 1000;
    private static final double MIDDLE = 0.5;
    private static final double WORST = 0.99;

    /** A class of sizes, from the first and below the last. */
    private record Size(String name, int from, int below) {}

    private static final List<Size> SIZES = List.of(
            new Size("<100 KB", 0, 100_000),
            new Size("100 KB-1 MB", 100_000, 1_000_000),
            new Size(">1 MB", 1_000_000, Integer.MAX_VALUE));

    /** The latency of each class that has requests. */
    static List<Latency> of(List<Books> sessions) {
        List<Latency> all = new ArrayList<>();
        for (Size size : SIZES) {
            List<Books.Walk> walks = sessions.stream()
                    .flatMap(books -> books.walks().stream())
                    .filter(walk -> walk.bodyBytes() >= size.from() && walk.bodyBytes() < size.below())
                    .toList();
            if (!walks.isEmpty()) {
                double[] millis = walks.stream()
                        .mapToDouble(walk -> walk.nanos() / NANOS_PER_MILLI)
                        .toArray();
                double[] bytes = walks.stream()
                        .mapToDouble(walk -> walk.allocatedBytes() / KB)
                        .toArray();
                all.add(new Latency(
                        size.name(),
                        walks.size(),
                        percentile(millis, MIDDLE),
                        percentile(millis, WORST),
                        percentile(bytes, MIDDLE)));
            }
        }
        return all;
    }

    static double percentile(double[] values, double share) {
        Arrays.sort(values);
        return values[Math.min(values.length - 1, (int) (share * values.length))];
    }
}
