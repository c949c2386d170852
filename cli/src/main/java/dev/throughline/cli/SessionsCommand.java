package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.model.SessionId;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionOutline;
import dev.throughline.server.sessions.ShortId;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code throughline sessions}: lists sessions, newest first, with sub-agents below the session that started them. */
final class SessionsCommand extends Command {
    private static final int AGENT_LETTERS = 7;
    private static final int PROJECT_LETTERS = 10;
    private static final int TITLE_LETTERS = 17;
    private static final int WIDE_LETTERS = 60;
    private static final double MOST_PERCENT = 9_999;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

    private final Option<Boolean> json = jsonFlag();
    private final Option<Integer> limit = option("--limit", "N", 50, "how many sessions to list");
    private final Option<Boolean> wide = flag("--wide", "also show the full id, model, folder and key");

    SessionsCommand(CommandEnvironment environment) {
        super(environment, "Lists sessions, the most recently used first. 'show' and 'export' print one session.");
    }

    @Override
    public int run() {
        Listed listed = read(sessions -> Listed.of(sessions, limit.value())).orElse(Listed.NONE);
        if (json.value()) {
            printJson(listed.outlines());
        } else if (!listed.outlines().isEmpty()) {
            table(listed, wide.value()).print(screen());
        }
        return OK;
    }

    /** The sessions, and their short ids. */
    private record Listed(List<SessionOutline> outlines, ShortId names) {
        private static final Listed NONE = new Listed(List.of(), ShortId.among(List.of(), List.of()));

        static Listed of(SessionCatalog sessions, int limit) {
            List<SessionOutline> outlines = sessions.outlines(limit);
            return new Listed(
                    outlines,
                    sessions.shortIds(
                            outlines.stream().map(SessionOutline::card).toList()));
        }
    }

    private static Table table(Listed listed, boolean isWide) {
        List<SessionOutline> outlines = listed.outlines();
        Table table = isWide
                ? new Table("ID", "STARTED", "AGENT", "MODEL", "FOLDER", "TITLE", ">TURNS", ">TOKENS", ">COST", "KEY")
                : new Table("ID", "STARTED", "AGENT", "PROJECT", "TITLE", ">TURNS", ">TOKENS", ">COST");
        Set<SessionId> listedIds =
                outlines.stream().map(outline -> outline.card().ref().id()).collect(Collectors.toSet());
        for (SessionOutline outline : outlines) {
            if (outline.card().parent().filter(listedIds::contains).isEmpty()) {
                subtree(outline, outlines, "")
                        .forEach(row ->
                                table.row((isWide ? wide(row) : narrow(row, listed.names())).toArray(String[]::new)));
            }
        }
        return table;
    }

    /** A session, indented below the session that started it. */
    private record TreeRow(SessionOutline outline, String indent) {}

    private static List<TreeRow> subtree(SessionOutline outline, List<SessionOutline> outlines, String indent) {
        List<TreeRow> rows = new ArrayList<>();
        rows.add(new TreeRow(outline, indent));
        for (SessionOutline child : outlines) {
            if (child.card().parent().equals(Optional.of(outline.card().ref().id()))) {
                rows.addAll(subtree(child, outlines, indent + (indent.isEmpty() ? "└ " : "  ")));
            }
        }
        return rows;
    }

    /** At most 80 columns, if ids and numbers have their usual length. */
    private static List<String> narrow(TreeRow row, ShortId names) {
        SessionOutline outline = row.outline();
        return List.of(
                names.of(outline.card().ref().id()),
                started(outline),
                DisplayText.firstWords(row.indent() + outline.card().client(), AGENT_LETTERS),
                DisplayText.firstWords(project(outline), PROJECT_LETTERS),
                DisplayText.firstWords(outline.title(), TITLE_LETTERS),
                Long.toString(outline.card().turns()),
                DisplayText.count(outline.tokens()),
                shortChange(outline));
    }

    private static List<String> wide(TreeRow row) {
        SessionOutline outline = row.outline();
        return List.of(
                outline.card().ref().id().toString(),
                started(outline),
                row.indent() + DisplayText.printable(outline.card().client()),
                DisplayText.printable(outline.card().model()),
                DisplayText.printable(outline.folder().orElse("")),
                DisplayText.firstWords(outline.title(), WIDE_LETTERS),
                Long.toString(outline.card().turns()),
                Long.toString(outline.tokens()),
                change(outline),
                DisplayText.firstWords(outline.card().key().text(), WIDE_LETTERS));
    }

    private static String started(SessionOutline outline) {
        return TIME.format(outline.card().created().atZone(ZoneId.systemDefault()));
    }

    /** The last part of the path of the folder. */
    private static String project(SessionOutline outline) {
        return outline.folder()
                .map(folder -> folder.substring(folder.lastIndexOf('/') + 1))
                .orElse("");
    }

    private static String change(SessionOutline outline) {
        return outline.change().map(DisplayText::change).orElse("");
    }

    /** At most six characters. */
    private static String shortChange(SessionOutline outline) {
        return outline.change()
                .map(part -> Math.abs(part) < 1
                        ? DisplayText.change(part)
                        : String.format(Locale.ROOT, "%+.0f%%", Math.min(MOST_PERCENT, 100 * part)))
                .orElse("");
    }
}
