package dev.throughline.simulator.report;

import dev.throughline.simulator.session.SessionResult;
import dev.throughline.simulator.session.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A summary as a table and a few sentences. */
public final class ReportTable {
    private static final int NAME_LETTERS = 26;
    private static final int MOST_NOTES = 3;
    private static final int NOTE_LETTERS = 220;

    /** A column: its title, its width, what it shows and with how many decimals. */
    private record Column(String title, int width, ReportFigure figure, int decimals) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("turns", 6, ReportFigure.TURNS, 0),
            new Column("direct k", 9, ReportFigure.DIRECT_K, 0),
            new Column("fwd k", 9, ReportFigure.FORWARDED_K, 0),
            new Column("fwd%", 6, ReportFigure.FORWARDED_PCT, 1),
            new Column("cost%", 6, ReportFigure.COST_PCT, 1),
            new Column("net%", 6, ReportFigure.NET_PCT, 1),
            new Column("cov%", 6, ReportFigure.COVERAGE_PCT, 1),
            new Column("old%", 6, ReportFigure.OLD_COVERAGE_PCT, 1),
            new Column("turn%", 6, ReportFigure.TURNS_COVERED_PCT, 1),
            new Column("ready%", 6, ReportFigure.READY_PCT, 1),
            new Column("edit/t", 6, ReportFigure.EDITS_PER_TURN, 2),
            new Column("viol", 5, ReportFigure.VIOLATIONS, 0),
            new Column("ovfl", 5, ReportFigure.OVERFLOWS, 0),
            new Column("fail", 5, ReportFigure.FAILED, 0),
            new Column("byp", 4, ReportFigure.BYPASSES, 0),
            new Column("aux", 5, ReportFigure.AUXILIARY, 0));

    private final ReplaySummary summary;
    private final List<String> lines = new ArrayList<>();

    private ReportTable(ReplaySummary summary) {
        this.summary = summary;
    }

    /** All lines. */
    public static List<String> whole(ReplaySummary summary) {
        return new ReportTable(summary).lines(/* hasSessions= */ true);
    }

    /** The total and what there is to say about it, without a line for each session. */
    public static List<String> brief(ReplaySummary summary) {
        return new ReportTable(summary).lines(/* hasSessions= */ false);
    }

    private List<String> lines(boolean hasSessions) {
        StringBuilder head = new StringBuilder(pad("session"));
        COLUMNS.forEach(column -> head.append(right(column.title(), column.width() + 1)));
        lines.add(head.toString());
        if (hasSessions) {
            summary.sessions().forEach(result -> row(result.name(), result.totals()));
        }
        row("TOTAL (" + summary.sessions().size() + " sessions)", summary.total());
        lines.add("");
        sentences();
        latency();
        if (hasSessions) {
            summary.sessions().forEach(this::notes);
        }
        say("%.1f s", summary.time().toMillis() / 1000.0);
        return lines;
    }

    private void row(String name, Totals totals) {
        StringBuilder row = new StringBuilder(pad(name));
        for (Column column : COLUMNS) {
            String cell = String.format(
                    Locale.ROOT, "%." + column.decimals() + "f", column.figure().of(totals));
            row.append(right(cell, column.width() + 1));
        }
        lines.add(row.toString());
    }

    private static String pad(String name) {
        String shown = name.substring(0, Math.min(NAME_LETTERS, name.length()));
        return shown + " ".repeat(NAME_LETTERS - shown.length());
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    @SuppressWarnings("AnnotateFormatMethod") // The annotation is in a library that nothing else here needs.
    private void say(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values));
    }

    private double of(ReportFigure figure) {
        return figure.of(summary.total());
    }

    private long whole(ReportFigure figure) {
        return Math.round(of(figure));
    }

    private void sentences() {
        say(
                "cost: %.0fk billed units against %.0fk direct = %.1f%%; with re-fetch regret %.1f%% (%d turns would"
                        + " re-fetch)",
                of(ReportFigure.COST_K),
                of(ReportFigure.DIRECT_COST_K),
                of(ReportFigure.COST_PCT),
                of(ReportFigure.NET_PCT),
                whole(ReportFigure.REFETCHES));
        say(
                "tokens: uncached %.0fk, cache read %.0fk, cache write %.0fk; auxiliary requests %d (%.2f%% of direct"
                        + " cost), unattributed %d",
                of(ReportFigure.UNCACHED_K),
                of(ReportFigure.READ_K),
                of(ReportFigure.WRITE_K),
                whole(ReportFigure.AUXILIARY),
                of(ReportFigure.AUXILIARY_COST_PCT),
                summary.strayRequests());
        say(
                "worst session %.1f%% (%s); sessions above 101%% of direct: %d",
                summary.worstPercent(), summary.worst().map(SessionResult::name).orElse("none"), summary.expensive());
        say(
                "violations %d in %d requests%s; overflow rejections: client saw %d, upstream gave %d; failed %d"
                        + " (damaged answers %d); turns without a recognised request %d",
                whole(ReportFigure.VIOLATIONS),
                whole(ReportFigure.INVALID_REQUESTS),
                shown(summary.rules()),
                whole(ReportFigure.OVERFLOWS),
                whole(ReportFigure.REJECTED_UPSTREAM),
                whole(ReportFigure.FAILED),
                whole(ReportFigure.DAMAGED),
                whole(ReportFigure.UNMATCHED));
        say(
                "bypasses %d%s; tools added %s; same bytes on an identical request %d of %d",
                whole(ReportFigure.BYPASSES),
                shown(summary.bypasses()),
                summary.addedTools().isEmpty() ? "none" : String.join(", ", summary.addedTools()),
                whole(ReportFigure.REPEATS_SAME),
                whole(ReportFigure.REPEATS));
    }

    private static String shown(Map<String, Integer> counts) {
        return counts.isEmpty() ? "" : " " + counts;
    }

    private void latency() {
        for (LatencyFigures each : summary.latency()) {
            String allocated = each.allocatedP50Kb() < 0
                    ? ""
                    : String.format(Locale.ROOT, "; allocated p50 %.0f KB", each.allocatedP50Kb());
            say(
                    "latency %-12s n=%-5d in the gateway before the model p50 %.2f ms p99 %.2f ms%s",
                    each.name(), each.requests(), each.p50Millis(), each.p99Millis(), allocated);
        }
    }

    private void notes(SessionResult result) {
        List<String> notes = new ArrayList<>(result.examples());
        notes.addAll(result.errors());
        for (String note : notes.subList(0, Math.min(MOST_NOTES, notes.size()))) {
            lines.add("  ! " + result.name() + " " + note.substring(0, Math.min(NOTE_LETTERS, note.length())));
        }
    }
}
