package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.memory.metadata.SessionMetadata;
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
 * {@code throughline sessions show}: one line per item of a session, in order, then the items outside the conversation.
 */
final class SessionsShowCommand extends Command {
    private static final int FIRST_LETTERS = 72;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT);

    private final Option<String> session = sessionParameter();
    private final Option<Boolean> json = jsonFlag();

    SessionsShowCommand(CommandEnvironment environment) {
        super(environment, "Shows a session as a list of its items, each with the handle that recall accepts.");
    }

    @Override
    public int run() {
        return readSession(session, this::show);
    }

    private int show(SessionCatalog sessions, SessionCard card) {
        Recall recall = sessions.recall(card.ref().id());
        Transcript transcript = recall.transcript();
        TokenCount count = TokenCount.of(card.model());
        if (json.value()) {
            printJson(new SessionItems(
                    card,
                    views(transcript.conversation(), recall, count),
                    views(transcript.branches(), recall, count)));
            return OK;
        }
        print(card);
        sessions.metadata(card.ref().id()).ifPresent(this::print);
        Table table = new Table("TIME", "KIND", "TOOL", ">TOKENS", "HANDLE", "TEXT");
        Hash parent = Entry.ROOT;
        for (Entry.Node node : transcript.conversation()) {
            if (!node.parent().equals(parent)) {
                table.row("", "", "", "", "", "── the client continued from a summary of the above ──");
            }
            row(table, node, recall, count);
            parent = node.id();
        }
        branches(table, recall, count);
        table.print(screen());
        return OK;
    }

    private record SessionItems(SessionCard session, List<ObjectNode> conversation, List<ObjectNode> beside) {}

    private static List<ObjectNode> views(List<Entry.Node> nodes, Recall recall, TokenCount count) {
        return nodes.stream()
                .map(node -> EntryJson.node(node.withTokens(recall.tokens(node, count))))
                .toList();
    }

    private void print(SessionCard card) {
        println(card.ref().id() + "  " + DisplayText.printable(card.client() + " " + card.model()) + "  "
                + DisplayText.quantity(card.turns(), "turn") + ", "
                + card.usage().prompt() + " tokens in ("
                + card.usage().cacheRead() + " from cache), "
                + card.usage().output() + " out");
        card.parent().ifPresent(parent -> println("started by " + parent));
    }

    private void print(SessionMetadata metadata) {
        println(metadata.name() + ": " + DisplayText.printable(metadata.description()));
        metadata.summary().lines().forEach(line -> println("  " + DisplayText.printable(line)));
        if (!metadata.texts().tags().isEmpty()) {
            println("tags: "
                    + DisplayText.printable(String.join(", ", metadata.texts().tags())));
        }
    }

    /** The items that are not part of the conversation: side requests and abandoned branches. */
    private static void branches(Table table, Recall recall, TokenCount count) {
        TurnId[] last = new TurnId[1];
        for (Entry.Node node : recall.transcript().branches()) {
            if (!node.turn().equals(last[0])) {
                String purpose = recall.transcript()
                        .turn(node.turn())
                        .map(turn -> turn.purpose().word())
                        .orElse("branch");
                table.row("", "", "", "", "", "── not part of the conversation: " + purpose + " ──");
            }
            last[0] = node.turn();
            row(table, node, recall, count);
        }
    }

    private static void row(Table table, Entry.Node node, Recall recall, TokenCount count) {
        table.row(
                TIME.format(node.at().atZone(ZoneId.systemDefault())),
                node.kind().word(),
                DisplayText.printable(node.tool().orElse("")),
                Long.toString(recall.tokens(node, count)),
                node.item().handle(),
                DisplayText.firstWords(recall.text(node), FIRST_LETTERS));
    }
}
