package dev.throughline.replay.report;

import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A summary as a table and a few sentences. */
public final class Page {
    private static final int NAME_LETTERS = 26;
    private static final int MOST_NOTES = 3;
    private static final int NOTE_LETTERS = 220;

    /** A column: its title, its width, what it shows and with how many decimals. */
    private record Column(String title, int width, Figure figure, int decimals) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("turns", 6, Figure.TURNS, 0),
            new Column("direct k", 9, Figure.DIRECT_K, 0),
            new Column("fwd k", 9, Figure.FORWARDED_K, 0),
            new Column("fwd%", 6, Figure.FORWARDED_PCT, 1),
            new Column("cost%", 6, Figure.COST_PCT, 1),
            new Column("net%", 6, Figure.NET_PCT, 1),
            new Column("cov%", 6, Figure.COVERAGE_PCT, 1),
            new Column("old%", 6, Figure.OLD_COVERAGE_PCT, 1),
            new Column("turn%", 6, Figure.TURNS_COVERED_PCT, 1),
            new Column("ready%", 6, Figure.READY_PCT, 1),
            new Column("edit/t", 6, Figure.EDITS_PER_TURN, 2),
            new Column("viol", 5, Figure.VIOLATIONS, 0),
            new Column("ovfl", 5, Figure.OVERFLOWS, 0),
            new Column("fail", 5, Figure.FAILED, 0),
            new Column("byp", 4, Figure.BYPASSES, 0),
            new Column("aux", 5, Figure.AUXILIARY, 0));

    private final Summary summary;
    private final List<String> lines = new ArrayList<>();

    private Page(Summary summary) {
        this.summary = summary;
    }

    /** All lines. */
    public static List<String> whole(Summary summary) {
        return new Page(summary).lines(/* hasSessions= */ true);
    }

    /** The total and what there is to say about it, without a line for each session. */
    public static List<String> brief(Summary summary) {
        return new Page(summary).lines(/* hasSessions= */ false);
    }

    private List<String> lines(boolean hasSessions) {
        StringBuilder head = new StringBuilder(pad("session"));
        COLUMNS.forEach(column -> head.append(right(column.title(), column.width() + 1)));
        lines.add(head.toString());
        if (hasSessions) {
            summary.sessions().forEach(books -> row(books.name(), books.tally()));
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

    private void row(String name, Tally tally) {
        StringBuilder row = new StringBuilder(pad(name));
        for (Column column : COLUMNS) {
            String cell = String.format(
                    Locale.ROOT, "%." + column.decimals() + "f", column.figure().of(tally));
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

    private double of(Figure figure) {
        return figure.of(summary.total());
    }

    private long whole(Figure figure) {
        return Math.round(of(figure));
    }

    private void sentences() {
        say(
                "cost: %.0fk billed units against %.0fk direct = %.1f%%; with re-fetch regret %.1f%% (%d turns would"
                        + " re-fetch)",
                of(Figure.COST_K),
                of(Figure.DIRECT_COST_K),
                of(Figure.COST_PCT),
                of(Figure.NET_PCT),
                whole(Figure.REFETCHES));
        say(
                "tokens: uncached %.0fk, cache read %.0fk, cache write %.0fk; auxiliary requests %d (%.2f%% of direct"
                        + " cost), unattributed %d",
                of(Figure.UNCACHED_K),
                of(Figure.READ_K),
                of(Figure.WRITE_K),
                whole(Figure.AUXILIARY),
                of(Figure.AUXILIARY_COST_PCT),
                summary.strayRequests());
        say(
                "worst session %.1f%% (%s); sessions above 101%% of direct: %d",
                summary.worstPercent(), summary.worst().map(Books::name).orElse("none"), summary.expensive());
        say(
                "violations %d in %d requests%s; overflow rejections: client saw %d, upstream gave %d; failed %d"
                        + " (damaged answers %d); turns without a recognised request %d",
                whole(Figure.VIOLATIONS),
                whole(Figure.INVALID_REQUESTS),
                shown(summary.rules()),
                whole(Figure.OVERFLOWS),
                whole(Figure.REJECTED_UPSTREAM),
                whole(Figure.FAILED),
                whole(Figure.DAMAGED),
                whole(Figure.UNMATCHED));
        say(
                "bypasses %d%s; tools added %s; same bytes on an identical request %d of %d",
                whole(Figure.BYPASSES),
                shown(summary.bypasses()),
                summary.addedTools().isEmpty() ? "none" : String.join(", ", summary.addedTools()),
                whole(Figure.REPEATS_SAME),
                whole(Figure.REPEATS));
    }

    private static String shown(Map<String, Integer> counts) {
        return counts.isEmpty() ? "" : " " + counts;
    }

    private void latency() {
        for (Latency each : summary.latency()) {
            String allocated = each.allocatedP50Kb() < 0
                    ? ""
                    : String.format(Locale.ROOT, "; allocated p50 %.0f KB", each.allocatedP50Kb());
            say(
                    "latency %-12s n=%-5d on the road before the model p50 %.2f ms p99 %.2f ms%s",
                    each.name(), each.requests(), each.p50Millis(), each.p99Millis(), allocated);
        }
    }

    private void notes(Books books) {
        List<String> notes = new ArrayList<>(books.examples());
        notes.addAll(books.errors());
        for (String note : notes.subList(0, Math.min(MOST_NOTES, notes.size()))) {
            lines.add("  ! " + books.name() + " " + note.substring(0, Math.min(NOTE_LETTERS, note.length())));
        }
    }
}
