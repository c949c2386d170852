package dev.throughline.testkit.store;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.ManualCompaction;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A session in a store with every kind of edit: results shortened, superseded and cleared, exchanges replaced, a state
 * block, a tool, and costs that are 40% lower.
 */
public final class SampleSession {
    public static final SessionId ID = SessionId.of("0198c5a0-0000-7000-8000-000000000002");
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
    private static final TurnId TURN = TurnId.of("0198c5a0-0000-7000-8000-000000000001");

    private final List<Entry> entries = new ArrayList<>();
    private final List<Entry.Node> nodes = new ArrayList<>();
    private Hash leaf = Entry.ROOT;

    private SampleSession() {}

    public static SessionRef in(Store store) {
        SessionRef ref = store.open(
                        Tenant.LOCAL,
                        new SessionKey("a session"),
                        () -> new Store.Opening(ID, Optional.empty(), "claude", NOON))
                .ref();
        SampleSession session = new SampleSession();
        session.tell();
        try (Store.Lease lease = store.lease(ref, Duration.ofSeconds(30))) {
            store.append(lease, session.entries).durable().join();
        }
        return ref;
    }

    /** A turn of the session that is in progress. */
    public static RecordedTurn recorded(Store store, SessionRef ref) {
        Wire wire = MessagesDialect.WIRE;
        Turn turn = new Turn(
                TURN,
                NOON,
                Purpose.CONVERSATION,
                "claude",
                Optional.empty(),
                wire,
                wire.decode(Bytes.of("{\"model\":\"claude-x\",\"messages\":[]}")),
                "");
        return new RecordedTurn(
                turn,
                store.find(ref).orElseThrow(),
                Entry.ROOT,
                List.of(),
                Set.of(),
                0,
                0,
                ManualCompaction.NONE,
                new Receipt(0, CompletableFuture.completedFuture(null), CompletableFuture.completedFuture(null)));
    }

    private void tell() {
        say("{\"role\":\"user\",\"content\":\"fix the parser\"}");
        say("{\"role\":\"assistant\",\"content\":\"old words\"}");
        say("{\"role\":\"user\",\"content\":\"and then\"}");
        say("{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"I look\"},"
                + "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"command\":\"mvn test\"}},"
                + "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"Read\",\"input\":{\"path\":\"a\"}},"
                + "{\"type\":\"tool_use\",\"id\":\"t3\",\"name\":\"Read\",\"input\":{\"path\":\"a\"}}]}");
        say("{\"role\":\"user\",\"content\":[" + result("t1", "tests failed ".repeat(50)) + ","
                + result("t2", "the file ".repeat(50)) + "," + result("t3", "the file again ".repeat(50)) + "]}");
        say("{\"role\":\"user\",\"content\":\"go on\"}");
        Hash system = source("{\"type\":\"text\",\"text\":\"You are kind\"}");
        Hash tool = source("{\"name\":\"Bash\",\"description\":\"Runs a command\",\"input_schema\":{}}");
        entries.add(new Entry.Head(Hash.of("head"), List.of(system), List.of(tool)));
        Hash frame = source("{\"model\":\"claude-x\",\"messages\":[]}");
        entries.add(new Entry.TurnOpened(
                TURN,
                NOON,
                Purpose.CONVERSATION,
                MessagesDialect.NAME,
                "claude-x",
                "claude",
                Optional.empty(),
                Optional.of(Hash.of("head")),
                frame,
                leaf,
                nodes.size(),
                nodes.size(),
                900));
        edits();
        entries.add(new Entry.TurnClosed(
                TURN,
                NOON,
                200,
                Reply.Ending.COMPLETE,
                leaf,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Usage(600, 0, 0, 20)),
                List.of(),
                Optional.of(new Entry.Sent(480, 800, new Usage(0, 0, 800, 0)))));
    }

    private void edits() {
        Edit added = new Edit.AddTools(List.of("recall"));
        Edit replaced = new Edit.Replace(node(1), node(2), source("[2 earlier messages cut]"), 9, /* isDrop= */ true);
        Edit shortened =
                reword(7, Edit.RewordKind.SHORTEN, "tests failed [600 characters not shown: recall id=ab12cd34]");
        Edit superseded =
                reword(9, Edit.RewordKind.SUPERSEDE, "[output cut: Read a; read again below; 750 characters]");
        Edit cleared = reword(8, Edit.RewordKind.CLEAR, "[output cut: Read a; 450 characters]");
        Edit packed = new Edit.Prepend(node(10), source("<throughline_state>…</throughline_state>"), 12);
        for (int padded : List.of(7, 8)) {
            Edit unpadded = new Edit.Reword(node(padded), Edit.RewordKind.UNPAD, source("without padding"), 140);
            String sentence = "Removed 600 tokens of padding from 1 result.";
            entries.add(new Entry.Edited(
                    TURN,
                    NOON,
                    List.of(unpadded),
                    new DecisionReason(DecisionReason.Trigger.ARRIVAL, 1400, 800, 0, 0, 0, sentence)));
        }
        entries.add(new Entry.Edited(
                TURN,
                NOON,
                List.of(added, shortened, superseded),
                why(DecisionReason.Trigger.ARRIVAL, "It arrived large.")));
        entries.add(new Entry.Edited(
                TURN,
                NOON,
                List.of(cleared, replaced),
                new DecisionReason(
                        DecisionReason.Trigger.WARM,
                        125_300,
                        101_089,
                        17_929,
                        8.5,
                        36,
                        "Removed 24,211 of 125,300 tokens; writing the 17,929 tokens after them to the cache again"
                                + " pays after 8.5 requests.")));
        entries.add(
                new Entry.Edited(TURN, NOON, List.of(packed), why(DecisionReason.Trigger.ASKED, "Added the state.")));
    }

    private static DecisionReason why(DecisionReason.Trigger trigger, String sentence) {
        return new DecisionReason(trigger, 800, 480, 0, 0, 12, sentence);
    }

    private Edit reword(int node, Edit.RewordKind kind, String text) {
        return new Edit.Reword(node(node), kind, source(text), 7);
    }

    private Hash node(int index) {
        return nodes.get(index).id();
    }

    private static String result(String call, String text) {
        return "{\"type\":\"tool_result\",\"tool_use_id\":\"" + call + "\",\"content\":\"" + text + "\"}";
    }

    private Hash source(String text) {
        Entry.Source source = Entry.Source.of(Bytes.of(text));
        entries.add(source);
        return source.id();
    }

    private void say(String element) {
        Bytes raw = Bytes.of(element);
        Hash source = source(element);
        for (Item item : MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length()))) {
            Entry.Node node = new Entry.Node(
                    Hash.node(leaf, item.id()),
                    leaf,
                    item.id(),
                    item.kind(),
                    item.role(),
                    item.tool(),
                    item.call(),
                    source,
                    item.raw(),
                    item.raw().length() / 4,
                    TURN,
                    NOON);
            nodes.add(node);
            entries.add(node);
            leaf = node.id();
        }
    }
}
