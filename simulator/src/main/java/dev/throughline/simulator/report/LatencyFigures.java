package dev.throughline.simulator.report;

import dev.throughline.simulator.session.SessionResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The time from a client's request to the request to the model, for requests of one size class.
 *
 * @param name the class
 * @param allocatedP50Kb the bytes that the turn handling allocated; negative if they were not measured
 */
public record LatencyFigures(String name, int requests, double p50Millis, double p99Millis, double allocatedP50Kb) {
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
    static List<LatencyFigures> of(List<SessionResult> sessions) {
        List<LatencyFigures> all = new ArrayList<>();
        for (Size size : SIZES) {
            List<SessionResult.Timing> timings = sessions.stream()
                    .flatMap(result -> result.timings().stream())
                    .filter(timing -> timing.bodyBytes() >= size.from() && timing.bodyBytes() < size.below())
                    .toList();
            if (!timings.isEmpty()) {
                double[] millis = timings.stream()
                        .mapToDouble(timing -> timing.nanos() / NANOS_PER_MILLI)
                        .toArray();
                double[] bytes = timings.stream()
                        .mapToDouble(timing -> timing.allocatedBytes() / KB)
                        .toArray();
                all.add(new LatencyFigures(
                        size.name(),
                        timings.size(),
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
