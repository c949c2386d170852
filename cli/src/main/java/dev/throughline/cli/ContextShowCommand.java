package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.WorkingSetView;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code throughline context show}: the newest request of a session as the model sees it, as a tree.
 *
 * <pre>
 * PART                     TOKENS  CLIENT'S  ORIGIN      HANDLE    TEXT
 * head
 * ├ system                  2,100     2,100  unchanged             You are …
 * └ tool Bash                 310       310  unchanged             Runs a command
 * history
 * ├ user                       12        12  unchanged   ab12cd34  Fix the parser
 * ├ message
 * │ ├ assistant                20        20  unchanged   …
 * </pre>
 */
final class ContextShowCommand extends Command {
    private static final int FIRST_LETTERS = 60;

    private final Option<String> session = sessionParameter();
    private final Option<Boolean> json = jsonFlag();

    ContextShowCommand(CommandEnvironment environment) {
        super(
                environment,
                "Shows what the model sees of a session's newest request: each part with its tokens, as it is sent and"
                        + " as the client sent it, and where it comes from.");
    }

    @Override
    public int run() {
        return readSession(session, this::show);
    }

    private int show(SessionCatalog sessions, SessionCard card) {
        Optional<WorkingSetView> view = sessions.workingSet(card.ref().id());
        if (view.isEmpty()) {
            printMessage("session " + card.ref().id() + " has no conversation yet");
            return FAILED;
        }
        if (json.value()) {
            printJson(view.get());
        } else {
            print(card, view.get());
        }
        return OK;
    }

    private void print(SessionCard card, WorkingSetView view) {
        println(card.ref().id() + "  " + DisplayText.printable(card.client() + " " + view.model()) + "  newest request "
                + view.at().truncatedTo(ChronoUnit.SECONDS));
        Table table = new Table("PART", ">TOKENS", ">CLIENT'S", "ORIGIN", "HANDLE", "TEXT");
        if (!view.head().isEmpty()) {
            heading(table, "head");
            leaves(table, view.head(), "");
        }
        heading(table, "history");
        history(table, view.history());
        table.print(screen());
        String kinds = view.byKind().entrySet().stream()
                .map(kind -> kind.getKey() + " " + kind.getValue())
                .collect(Collectors.joining(", "));
        println("tokens: " + view.untouched() + " in the client's request, " + view.tokens() + " forwarded; by kind: "
                + kinds);
    }

    private static void heading(Table table, String name) {
        table.row(name, "", "", "", "", "");
    }

    /** The parts of a message are indented below it. A message of one part is shown as that part. */
    private static void history(Table table, List<WorkingSetView.WorkingSetPart> parts) {
        int at = 0;
        while (at < parts.size()) {
            int end = at + 1;
            while (end < parts.size()
                    && parts.get(at).element() >= 0
                    && parts.get(end).element() == parts.get(at).element()) {
                end++;
            }
            boolean isLast = end == parts.size();
            if (end - at == 1) {
                row(table, isLast ? "└ " : "├ ", parts.get(at));
            } else {
                heading(table, (isLast ? "└ " : "├ ") + "message");
                leaves(table, parts.subList(at, end), isLast ? "  " : "│ ");
            }
            at = end;
        }
    }

    private static void leaves(Table table, List<WorkingSetView.WorkingSetPart> parts, String indent) {
        for (int i = 0; i < parts.size(); i++) {
            row(table, indent + (i == parts.size() - 1 ? "└ " : "├ "), parts.get(i));
        }
    }

    private static void row(Table table, String indent, WorkingSetView.WorkingSetPart part) {
        String tool = part.tool().map(name -> " " + DisplayText.printable(name)).orElse("");
        String many = part.pieces() > 1 ? " of " + part.pieces() + " pieces" : "";
        table.row(
                indent + part.kind() + tool,
                Long.toString(part.tokens()),
                Long.toString(part.untouched()),
                part.origin().label() + many,
                part.handle().orElse(""),
                DisplayText.firstWords(part.gist(), FIRST_LETTERS));
    }
}
