package dev.throughline.app.command;

import dev.throughline.app.library.CardJson;
import dev.throughline.app.library.EntryJson;
import dev.throughline.app.library.Library;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.workingset.budget.TokenCount;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/**
 * {@code throughline sessions show}: one line per item of a session, in order, and what stands beside its main path.
 */
final class ShowCommand implements Command {
    private static final int FIRST_LETTERS = 72;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT);

    private final Desk desk;

    ShowCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description("Shows a session as a list of its items, each with the handle to recall it by.");
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
        Transcript transcript = library.transcript(card.ref().id());
        Recall recall =
                new Recall(transcript, source -> library.source(card.ref().id(), source), desk.wires());
        Shown shown = new Shown(recall, TokenCount.of(card.model()));
        if (isJson) {
            desk.print(json -> write(card, shown, json));
            return OK;
        }
        print(card);
        Table table = new Table("TIME", "KIND", "TOOL", ">TOKENS", "HANDLE", "TEXT");
        Hash parent = Entry.ROOT;
        for (Entry.Node node : transcript.conversation()) {
            if (!node.parent().equals(parent)) {
                table.row("", "", "", "", "", "── the client went on from a summary of the above ──");
            }
            row(table, node, shown);
            parent = node.id();
        }
        beside(table, shown);
        table.print(desk.screen());
        return OK;
    }

    /** A session and how its items are weighed: the same in every view. */
    private record Shown(Recall recall, TokenCount count) {
        Transcript transcript() {
            return recall.transcript();
        }

        long tokens(Entry.Node node) {
            return recall.tokens(node, count);
        }

        List<Entry.Node> counted(List<Entry.Node> nodes) {
            return nodes.stream().map(node -> node.weighing(tokens(node))).toList();
        }
    }

    private void print(SessionCard card) {
        desk.screen()
                .out()
                .println(card.ref().id() + "  " + Screen.harmless(card.client() + " " + card.model()) + "  "
                        + Screen.many(card.turns(), "turn") + ", "
                        + card.usage().prompt() + " tokens in ("
                        + card.usage().cacheRead() + " from cache), "
                        + card.usage().output() + " out");
        card.parent().ifPresent(parent -> desk.screen().out().println("started by " + parent));
    }

    private static void beside(Table table, Shown shown) {
        TurnId[] last = new TurnId[1];
        for (Entry.Node node : shown.transcript().beside()) {
            if (!node.turn().equals(last[0])) {
                String purpose = shown.transcript()
                        .turn(node.turn())
                        .map(turn -> turn.purpose().word())
                        .orElse("branch");
                table.row("", "", "", "", "", "── beside the main path: " + purpose + " ──");
            }
            last[0] = node.turn();
            row(table, node, shown);
        }
    }

    private static void row(Table table, Entry.Node node, Shown shown) {
        table.row(
                TIME.format(node.at().atZone(ZoneId.systemDefault())),
                node.kind().word(),
                Screen.harmless(node.tool().orElse("")),
                Long.toString(shown.tokens(node)),
                node.item().handle(),
                Screen.firstWords(shown.recall().text(node), FIRST_LETTERS));
    }

    private static void write(SessionCard card, Shown shown, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("session");
        CardJson.write(card, json);
        items(json, "conversation", shown.counted(shown.transcript().conversation()));
        items(json, "beside", shown.counted(shown.transcript().beside()));
        json.writeEndObject();
    }

    private static void items(JsonGenerator json, String name, List<Entry.Node> nodes) {
        json.writeName(name);
        json.writeStartArray();
        for (Entry.Node node : nodes) {
            json.writeStartObject();
            EntryJson.fields(node, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
