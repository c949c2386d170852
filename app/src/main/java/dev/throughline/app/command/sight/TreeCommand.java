package dev.throughline.app.command.sight;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.app.command.Table;
import dev.throughline.app.library.Library;
import dev.throughline.app.library.WorkingJson;
import dev.throughline.app.library.WorkingView;
import dev.throughline.engine.archive.SessionCard;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline context show}: the newest request of a session as the model sees it, as a tree.
 *
 * <pre>
 * PART                     TOKENS  CLIENT'S  ORIGIN      HANDLE    TEXT
 * head
 * ├ system                  2,100     2,100  as it came            You are …
 * └ tool Bash                 310       310  as it came            Runs a command
 * history
 * ├ user                       12        12  as it came  ab12cd34  Fix the parser
 * ├ message
 * │ ├ assistant                20        20  as it came  …
 * </pre>
 */
public final class TreeCommand implements Command {
    private static final int FIRST_LETTERS = 60;

    private final Desk desk;

    public TreeCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description("Shows what the model sees of a session's newest request: each part with its tokens, as"
                        + " it goes on and as the client sent it, and where it comes from.");
        spec.addPositional(Flags.idOfSession());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String id = Flags.session(given);
        boolean isJson = given.hasMatchedOption("--json");
        return desk.read(given, library -> show(library, id, isJson)).orElse(FAILED);
    }

    private int show(Library library, String id, boolean isJson) {
        SessionCard card = library.named(id);
        Optional<WorkingView> view = library.workingSet(card.ref().id());
        if (view.isEmpty()) {
            desk.screen().say("session " + card.ref().id() + " has no request of a conversation yet");
            return FAILED;
        }
        if (isJson) {
            desk.print(json -> WorkingJson.write(view.get(), json));
        } else {
            print(card, view.get());
        }
        return OK;
    }

    private void print(SessionCard card, WorkingView view) {
        desk.screen()
                .out()
                .println(card.ref().id() + "  " + Screen.harmless(card.client() + " " + view.model())
                        + "  newest request " + view.at().truncatedTo(ChronoUnit.SECONDS));
        Table table = new Table("PART", ">TOKENS", ">CLIENT'S", "ORIGIN", "HANDLE", "TEXT");
        if (!view.head().isEmpty()) {
            heading(table, "head");
            leaves(table, view.head(), "");
        }
        heading(table, "history");
        history(table, view.history());
        table.print(desk.screen());
        String kinds = view.byKind().entrySet().stream()
                .map(kind -> kind.getKey() + " " + kind.getValue())
                .collect(Collectors.joining(", "));
        desk.screen()
                .out()
                .println("tokens: " + view.untouched() + " as the client sent them, " + view.tokens()
                        + " forwarded; by kind: " + kinds);
    }

    private static void heading(Table table, String name) {
        table.row(name, "", "", "", "", "");
    }

    /** Parts of one message hang below it; a message of one part is that part. */
    private static void history(Table table, List<WorkingView.Part> parts) {
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

    private static void leaves(Table table, List<WorkingView.Part> parts, String indent) {
        for (int i = 0; i < parts.size(); i++) {
            row(table, indent + (i == parts.size() - 1 ? "└ " : "├ "), parts.get(i));
        }
    }

    private static void row(Table table, String indent, WorkingView.Part part) {
        String tool = part.tool().map(name -> " " + Screen.harmless(name)).orElse("");
        String many = part.pieces() > 1 ? " of " + part.pieces() + " pieces" : "";
        table.row(
                indent + part.kind() + tool,
                Long.toString(part.tokens()),
                Long.toString(part.untouched()),
                part.origin().words() + many,
                part.handle().orElse(""),
                Screen.firstWords(part.gist(), FIRST_LETTERS));
    }
}
