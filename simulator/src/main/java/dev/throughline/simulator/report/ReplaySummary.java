package dev.throughline.simulator.report;

import dev.throughline.simulator.replay.UnmatchedRequests;
import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.SessionResult;
import dev.throughline.simulator.session.Totals;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that a run found.
 *
 * @param settings what was asked for, by name
 * @param strayRequests requests that no session could be found for; their cost is part of the total's
 */
public record ReplaySummary(
        Map<String, Object> settings,
        List<SessionResult> sessions,
        Totals total,
        List<LatencyFigures> latency,
        long strayRequests,
        double strayCost,
        Duration time) {
    /** The additional cost that a user would notice. */
    private static final double EXPENSIVE_PCT = 101;

    public static ReplaySummary of(
            Map<String, Object> settings, List<SessionResult> sessions, UnmatchedRequests unmatched, Duration time) {
        Totals total = new Totals();
        sessions.forEach(result -> total.addAll(result.totals()));
        total.add(Counter.COST, unmatched.cost());
        return new ReplaySummary(
                settings, sessions, total, LatencyFigures.of(sessions), unmatched.requests(), unmatched.cost(), time);
    }

    /** The session with the highest cost relative to direct requests. */
    Optional<SessionResult> worst() {
        return sessions.stream().max(Comparator.comparingDouble(result -> ReportFigure.COST_PCT.of(result.totals())));
    }

    double worstPercent() {
        return worst().map(result -> ReportFigure.COST_PCT.of(result.totals())).orElse(0.0);
    }

    /** How many sessions cost more than a user would accept. */
    long expensive() {
        return sessions.stream()
                .filter(result -> ReportFigure.COST_PCT.of(result.totals()) > EXPENSIVE_PCT)
                .count();
    }

    Map<String, Integer> rules() {
        Map<String, Integer> all = new TreeMap<>();
        sessions.forEach(result -> result.rules().forEach((rule, count) -> all.merge(rule, count, Integer::sum)));
        return all;
    }

    Map<String, Integer> bypasses() {
        Map<String, Integer> all = new TreeMap<>();
        sessions.forEach(
                result -> result.bypasses().forEach((reason, count) -> all.merge(reason, count, Integer::sum)));
        return all;
    }

    Set<String> addedTools() {
        Set<String> all = new TreeSet<>();
        sessions.forEach(result -> all.addAll(result.addedTools()));
        return all;
    }
}
