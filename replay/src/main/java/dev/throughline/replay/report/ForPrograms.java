package dev.throughline.replay.report;

import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.Tally;
import dev.throughline.replay.text.Compact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A summary for programs.
 *
 * <pre>
 *   JSON   settings   what was asked for
 *          total      every figure, and sessions, worst_cost_pct, worst_session, expensive_sessions, violation_rules,
 *                     bypass_reasons, added_tools, stray_requests, stray_cost_k, seconds
 *          latency    by class of size: requests, road_p50_ms, road_p99_ms, allocated_p50_kb
 *          sessions   per session every figure, and id, rules, examples, errors
 *   CSV    a head, a row per session and a row TOTAL: id, then every figure
 * </pre>
 */
public final class ForPrograms {
    private static final double MILLIS = 1000;

    private ForPrograms() {}

    public static String json(Summary summary) {
        Map<String, @Nullable Object> latency = Compact.object();
        summary.latency()
                .forEach(each -> latency.put(
                        each.name(),
                        Compact.object(
                                "requests",
                                each.requests(),
                                "road_p50_ms",
                                each.p50Millis(),
                                "road_p99_ms",
                                each.p99Millis(),
                                "allocated_p50_kb",
                                each.allocatedP50Kb())));
        return Compact.text(Compact.object(
                        "settings",
                        summary.settings(),
                        "total",
                        total(summary),
                        "latency",
                        latency,
                        "sessions",
                        summary.sessions().stream().map(ForPrograms::session).toList()))
                + "\n";
    }

    private static Map<String, @Nullable Object> total(Summary summary) {
        Map<String, @Nullable Object> total = figures(summary.total());
        total.putAll(Compact.object(
                "sessions",
                summary.sessions().size(),
                "worst_cost_pct",
                summary.worstPercent(),
                "worst_session",
                summary.worst().map(Books::name).orElse(null),
                "expensive_sessions",
                summary.expensive(),
                "violation_rules",
                summary.rules(),
                "bypass_reasons",
                summary.bypasses(),
                "added_tools",
                List.copyOf(summary.addedTools()),
                "stray_requests",
                summary.strayRequests(),
                "stray_cost_k",
                summary.strayCost() / MILLIS,
                "seconds",
                summary.time().toMillis() / MILLIS));
        return total;
    }

    private static Map<String, @Nullable Object> session(Books books) {
        Map<String, @Nullable Object> session = figures(books.tally());
        session.putAll(Compact.object(
                "id", books.name(), "rules", books.rules(), "examples", books.examples(), "errors", books.errors()));
        return session;
    }

    private static Map<String, @Nullable Object> figures(Tally tally) {
        Map<String, @Nullable Object> figures = Compact.object();
        for (Figure figure : Figure.values()) {
            figures.put(figure.word(), figure.number(tally));
        }
        return figures;
    }

    public static String csv(Summary summary) {
        List<String> lines = new ArrayList<>();
        lines.add("id," + Arrays.stream(Figure.values()).map(Figure::word).collect(Collectors.joining(",")));
        summary.sessions().forEach(books -> lines.add(row(books.name(), books.tally())));
        lines.add(row("TOTAL", summary.total()));
        return String.join("\n", lines) + "\n";
    }

    private static String row(String name, Tally tally) {
        String quoted = "\"" + name.replace("\"", "\"\"") + "\"";
        return quoted + ","
                + Arrays.stream(Figure.values())
                        .map(figure -> Compact.text(figure.number(tally)))
                        .collect(Collectors.joining(","));
    }
}
