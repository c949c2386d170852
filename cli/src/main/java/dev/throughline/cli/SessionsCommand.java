package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.model.SessionId;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.OutlineQuery;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionOutline;
import java.time.Duration;
import java.time.Instant;
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
    private static final int NAME_LETTERS = 17;
    private static final int KEY_LETTERS = 16;
    private static final int MODEL_LETTERS = 12;
    private static final int FLAGS_LETTERS = 12;
    private static final int WIDE_LETTERS = 60;
    private static final int MAX_INDENT = 6;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

    private final Option<Boolean> json = jsonFlag();
    private final Option<Integer> limit = option("--limit", "N", 50, "how many sessions to list");
    private final Option<Integer> active =
            option("--active", "MINUTES", 0, "list only sessions to which a person wrote so recently; 0 lists all");
    private final Option<String> project = text("--project", "NAME", "list only sessions in a folder of this name");
    private final Option<String> agent = text("--agent", "NAME", "list only sessions of this agent");
    private final Option<Boolean> wide =
            flag("--wide", "also show the full id and key, start, agent, folder, turns and cost");

    SessionsCommand(CommandEnvironment environment) {
        super(environment, "Lists sessions, the most recently used first. 'show' and 'export' print one session.");
    }

    @Override
    public int run() {
        List<SessionOutline> outlines =
                read(sessions -> sessions.outlines(query(), _ -> true)).orElse(List.of());
        if (json.value()) {
            printJson(outlines);
        } else if (!outlines.isEmpty()) {
            table(outlines).print(screen());
        }
        return OK;
    }

    private OutlineQuery query() {
        return new OutlineQuery(
                requireLimit(limit, SessionCatalog.MAX_PER_PAGE),
                active.value() == 0 ? Optional.empty() : Optional.of(now().minus(Duration.ofMinutes(active.value()))),
                project.isGiven() ? Optional.of(project.value()) : Optional.empty(),
                agent.isGiven() ? Optional.of(agent.value()) : Optional.empty());
    }

    private Instant now() {
        return environment().clock().instant();
    }

    private Table table(List<SessionOutline> outlines) {
        Table table = wide.value()
                ? new Table(
                        "ID", "KIND", "STARTED", ">AGE", "NAME", "KEY", "AGENT", "MODEL", ">TOKENS", "FLAGS", ">TURNS",
                        ">COST", "FOLDER")
                : new Table("ID", "KIND", ">AGE", "NAME", "KEY", "MODEL", ">TOKENS", "FLAGS");
        Set<SessionId> listedIds =
                outlines.stream().map(outline -> outline.card().ref().id()).collect(Collectors.toSet());
        for (SessionOutline outline : outlines) {
            if (outline.card().parent().filter(listedIds::contains).isEmpty()) {
                subtree(outline, outlines, "")
                        .forEach(row -> table.row((wide.value() ? wide(row) : narrow(row)).toArray(String[]::new)));
            }
        }
        return table;
    }

    /** A session, indented below the session that started it. */
    private record TreeRow(SessionOutline outline, String indent) {
        /** The name, or the first words of the user if the session has none yet. */
        String name(int letters) {
            return indent + DisplayText.firstWords(outline.name().orElse(outline.title()), letters - indent.length());
        }
    }

    private static List<TreeRow> subtree(SessionOutline outline, List<SessionOutline> outlines, String indent) {
        List<TreeRow> rows = new ArrayList<>();
        rows.add(new TreeRow(outline, indent));
        String below = indent.isEmpty() ? "└ " : indent.length() < MAX_INDENT ? "  " + indent : indent;
        for (SessionOutline child : outlines) {
            if (child.card().parent().equals(Optional.of(outline.card().ref().id()))) {
                rows.addAll(subtree(child, outlines, below));
            }
        }
        return rows;
    }

    /** At most 100 columns, if ids and numbers have their usual length. */
    private List<String> narrow(TreeRow row) {
        SessionOutline outline = row.outline();
        return List.of(
                outline.shortId(),
                outline.kind(),
                age(outline),
                row.name(NAME_LETTERS),
                DisplayText.firstWords(outline.card().key().text(), KEY_LETTERS),
                DisplayText.firstWords(outline.card().model(), MODEL_LETTERS),
                tokens(outline),
                DisplayText.firstWords(String.join(",", outline.flags()), FLAGS_LETTERS));
    }

    private List<String> wide(TreeRow row) {
        SessionOutline outline = row.outline();
        return List.of(
                outline.card().ref().id().toString(),
                outline.kind(),
                TIME.format(outline.card().created().atZone(ZoneId.systemDefault())),
                age(outline),
                row.name(WIDE_LETTERS),
                DisplayText.printable(outline.card().key().text()),
                DisplayText.printable(outline.card().client()),
                DisplayText.printable(outline.card().model()),
                tokens(outline),
                String.join(",", outline.flags()),
                Long.toString(outline.card().turns()),
                outline.change().map(DisplayText::change).orElse(""),
                DisplayText.printable(outline.folder().orElse("")));
    }

    private String age(SessionOutline outline) {
        return DisplayText.age(outline.card().updated(), now());
    }

    /** The size of the newest prompt, and its part of the context window of the model. */
    private static String tokens(SessionOutline outline) {
        return DisplayText.roundCount(outline.tokens())
                + outline.window()
                        .map(window -> String.format(Locale.ROOT, " %3d%%", 100 * outline.tokens() / window))
                        .orElse("     ");
    }
}
