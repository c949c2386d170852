package dev.throughline.simulator.report;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.session.SessionResult;
import dev.throughline.simulator.session.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

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
public final class ReportFiles {
    private static final double MILLIS = 1000;

    private ReportFiles() {}

    public static String json(ReplaySummary summary) {
        ObjectNode latency = JsonNodes.object();
        summary.latency()
                .forEach(each -> latency.set(
                        each.name(),
                        JsonNodes.object(
                                "requests",
                                each.requests(),
                                "road_p50_ms",
                                each.p50Millis(),
                                "road_p99_ms",
                                each.p99Millis(),
                                "allocated_p50_kb",
                                each.allocatedP50Kb())));
        return JsonNodes.write(JsonNodes.object(
                        "settings",
                        summary.settings(),
                        "total",
                        total(summary),
                        "latency",
                        latency,
                        "sessions",
                        summary.sessions().stream().map(ReportFiles::session).toList()))
                + "\n";
    }

    private static ObjectNode total(ReplaySummary summary) {
        ObjectNode total = figures(summary.total());
        total.setAll(JsonNodes.object(
                "sessions",
                summary.sessions().size(),
                "worst_cost_pct",
                summary.worstPercent(),
                "worst_session",
                summary.worst().map(SessionResult::name).orElse(null),
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

    private static ObjectNode session(SessionResult result) {
        ObjectNode session = figures(result.totals());
        session.setAll(JsonNodes.object(
                "id",
                result.name(),
                "rules",
                result.rules(),
                "examples",
                result.examples(),
                "errors",
                result.errors()));
        return session;
    }

    private static ObjectNode figures(Totals totals) {
        ObjectNode figures = JsonNodes.object();
        for (ReportFigure figure : ReportFigure.values()) {
            figures.set(figure.word(), JsonNodes.of(figure.number(totals)));
        }
        return figures;
    }

    public static String csv(ReplaySummary summary) {
        List<String> lines = new ArrayList<>();
        lines.add("id,"
                + Arrays.stream(ReportFigure.values()).map(ReportFigure::word).collect(Collectors.joining(",")));
        summary.sessions().forEach(result -> lines.add(row(result.name(), result.totals())));
        lines.add(row("TOTAL", summary.total()));
        return String.join("\n", lines) + "\n";
    }

    private static String row(String name, Totals totals) {
        String quoted = "\"" + name.replace("\"", "\"\"") + "\"";
        return quoted + ","
                + Arrays.stream(ReportFigure.values())
                        .map(figure -> JsonNodes.write(JsonNodes.of(figure.number(totals))))
                        .collect(Collectors.joining(","));
    }
}
