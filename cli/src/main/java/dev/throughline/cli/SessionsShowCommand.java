package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.model.text.DisplayText;
import dev.throughline.model.text.TokenCount;
import dev.throughline.server.json.EntryJson;
import dev.throughline.server.sessions.SessionCatalog;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code throughline sessions show}: one line per item of a session, in order, and what stands beside its main path.
 */
final class SessionsShowCommand extends TypedCommand {
    private static final int FIRST_LETTERS = 72;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT);

    private final CommandOption<String> session = sessionParameter();
    private final CommandOption<Boolean> json = jsonFlag();

    SessionsShowCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.HOME,
                "Shows a session as a list of its items, each with the handle to recall it by.");
    }

    @Override
    int run() {
        String name = required(session);
        return read(sessions -> show(sessions, name)).orElse(FAILED);
    }

    private int show(SessionCatalog sessions, String name) {
        SessionCard card = sessions.named(name);
        Transcript transcript = sessions.transcript(card.ref().id());
        Recall recall = new Recall(
                transcript,
                source -> sessions.source(card.ref().id(), source),
                environment().wires());
        Shown shown = new Shown(recall, TokenCount.of(card.model()));
        if (json.value()) {
            printJson(new View(card, shown.views(transcript.conversation()), shown.views(transcript.branches())));
            return OK;
        }
        print(card);
        Table table = new Table("TIME", "KIND", "TOOL", ">TOKENS", "HANDLE", "TEXT");
        Hash parent = Entry.ROOT;
        for (Entry.Node node : transcript.conversation()) {
            if (!node.parent().equals(parent)) {
                table.row("", "", "", "", "", "── the client continued from a summary of the above ──");
            }
            row(table, node, shown);
            parent = node.id();
        }
        beside(table, shown);
        table.print(screen());
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

        List<ObjectNode> views(List<Entry.Node> nodes) {
            return nodes.stream()
                    .map(node -> EntryJson.node(node.weighing(tokens(node))))
                    .toList();
        }
    }

    private void print(SessionCard card) {
        println(card.ref().id() + "  " + DisplayText.harmless(card.client() + " " + card.model()) + "  "
                + DisplayText.many(card.turns(), "turn") + ", "
                + card.usage().prompt() + " tokens in ("
                + card.usage().cacheRead() + " from cache), "
                + card.usage().output() + " out");
        card.parent().ifPresent(parent -> println("started by " + parent));
    }

    private static void beside(Table table, Shown shown) {
        TurnId[] last = new TurnId[1];
        for (Entry.Node node : shown.transcript().branches()) {
            if (!node.turn().equals(last[0])) {
                String purpose = shown.transcript()
                        .turn(node.turn())
                        .map(turn -> turn.purpose().word())
                        .orElse("branch");
                table.row("", "", "", "", "", "── not part of the conversation: " + purpose + " ──");
            }
            last[0] = node.turn();
            row(table, node, shown);
        }
    }

    private static void row(Table table, Entry.Node node, Shown shown) {
        table.row(
                TIME.format(node.at().atZone(ZoneId.systemDefault())),
                node.kind().word(),
                DisplayText.harmless(node.tool().orElse("")),
                Long.toString(shown.tokens(node)),
                node.item().handle(),
                DisplayText.firstWords(shown.recall().text(node), FIRST_LETTERS));
    }

    private record View(SessionCard session, List<ObjectNode> conversation, List<ObjectNode> beside) {}
}
