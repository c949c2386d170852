package dev.throughline.replay.report;

import dev.throughline.replay.played.Strays;
import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.Count;
import dev.throughline.replay.session.Tally;
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
public record Summary(
        Map<String, Object> settings,
        List<Books> sessions,
        Tally total,
        List<Latency> latency,
        long strayRequests,
        double strayCost,
        Duration time) {
    /** From this cost on a user would notice on the bill. */
    private static final double EXPENSIVE_PCT = 101;

    public static Summary of(Map<String, Object> settings, List<Books> sessions, Strays strays, Duration time) {
        Tally total = new Tally();
        sessions.forEach(books -> total.addAll(books.tally()));
        total.add(Count.COST, strays.cost());
        return new Summary(settings, sessions, total, Latency.of(sessions), strays.requests(), strays.cost(), time);
    }

    /** The dearest session relative to direct. */
    Optional<Books> worst() {
        return sessions.stream().max(Comparator.comparingDouble(books -> Figure.COST_PCT.of(books.tally())));
    }

    double worstPercent() {
        return worst().map(books -> Figure.COST_PCT.of(books.tally())).orElse(0.0);
    }

    /** How many sessions cost more than a user would accept. */
    long expensive() {
        return sessions.stream()
                .filter(books -> Figure.COST_PCT.of(books.tally()) > EXPENSIVE_PCT)
                .count();
    }

    Map<String, Integer> rules() {
        Map<String, Integer> all = new TreeMap<>();
        sessions.forEach(books -> books.rules().forEach((rule, count) -> all.merge(rule, count, Integer::sum)));
        return all;
    }

    Map<String, Integer> bypasses() {
        Map<String, Integer> all = new TreeMap<>();
        sessions.forEach(books -> books.bypasses().forEach((reason, count) -> all.merge(reason, count, Integer::sum)));
        return all;
    }

    Set<String> addedTools() {
        Set<String> all = new TreeSet<>();
        sessions.forEach(books -> all.addAll(books.addedTools()));
        return all;
    }
}
