package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.model.SessionId;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionOutline;
import dev.throughline.server.sessions.ShortId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
    private final Option<Integer> active =
            option("--active", "MINUTES", 0, "list only sessions to which a person wrote so recently; 0 lists all");
    private final Option<String> project = text("--project", "NAME", "list only sessions in a folder of this name");
    private final Option<String> agent = text("--agent", "NAME", "list only sessions of this agent");
    private final Option<Boolean> wide = flag("--wide", "also show the full id, model, folder and key");

    SessionsCommand(CommandEnvironment environment) {
        super(environment, "Lists sessions, the most recently used first. 'show' and 'export' print one session.");
    }

    @Override
    public int run() {
        Listed listed = read(sessions -> Listed.of(sessions, limit.value(), isFiltered(), this::isListed))
                .orElse(Listed.NONE);
        if (json.value()) {
            printJson(listed.outlines());
        } else if (!listed.outlines().isEmpty()) {
            table(listed, wide.value()).print(screen());
        }
        return OK;
    }

    private boolean isFiltered() {
        return active.isGiven() || project.isGiven() || agent.isGiven();
    }

    private boolean isListed(SessionOutline outline) {
        Instant since = environment().clock().instant().minus(Duration.ofMinutes(active.value()));
        return (active.value() == 0
                        || outline.card()
                                .lastUserMessage()
                                .filter(since::isBefore)
                                .isPresent())
                && (!project.isGiven() || project(outline).equals(project.value()))
                && (!agent.isGiven()
                        || outline.card().client().equals(agent.value())
                        || outline.card()
                                .origin()
                                .filter(named -> named.agent().equals(agent.value()))
                                .isPresent());
    }

    /** The sessions, and their short ids. */
    private record Listed(List<SessionOutline> outlines, ShortId names) {
        private static final Listed NONE = new Listed(List.of(), ShortId.among(List.of(), List.of()));

        /** With a filter, the newest {@link SessionCatalog#MAX_PER_PAGE} sessions are searched. */
        static Listed of(SessionCatalog sessions, int limit, boolean isFiltered, Predicate<SessionOutline> isListed) {
            int searched = isFiltered ? Math.max(limit, SessionCatalog.MAX_PER_PAGE) : limit;
            List<SessionOutline> outlines = sessions.outlines(searched).stream()
                    .filter(isListed)
                    .limit(limit)
                    .toList();
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
                DisplayText.firstWords(title(outline), TITLE_LETTERS),
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
                DisplayText.firstWords(title(outline), WIDE_LETTERS),
                Long.toString(outline.card().turns()),
                Long.toString(outline.tokens()),
                change(outline),
                DisplayText.firstWords(outline.card().key().text(), WIDE_LETTERS));
    }

    /** The name, or the first words of the user if the session has none yet. */
    private static String title(SessionOutline outline) {
        return outline.name().orElse(outline.title());
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
