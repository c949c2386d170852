package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.CopiedPlaceholder;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.server.json.ViewJson;
import dev.throughline.wire.Reply;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionViewsTest {
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456789Z");
    private static final TurnId TURN = TurnId.of("0198c5a0-0000-7000-8000-000000000001");
    private static final SessionId SESSION = SessionId.of("0198c5a0-0000-7000-8000-000000000002");
    private static final Hash A = Hash.of("a");
    private static final Hash B = Hash.of("b");
    private static final Bill BILL =
            new Bill(3, 2, new Usage(9, 8, 7, 6), new Usage(2, 0, 0, 1), new Usage(5, 4, 3, 0), 12.5, 7.5, 20.25);

    private static ArchivedEntry roundTrip(ArchivedEntry kept) {
        return ViewJson.read(ViewJson.write(kept).toArray(), ArchivedEntry.class);
    }

    @Test
    void every_entry_survives_its_json() {
        List<Entry> entries = new ArrayList<>(nodes());
        entries.addAll(turns());
        entries.add(new Entry.Head(A, List.of(A, B), List.of()));
        entries.add(new Entry.Edited(
                TURN,
                NOON,
                List.of(
                        new Edit.Reword(A, Edit.RewordKind.SUPERSEDE, B, 12),
                        new Edit.Restore(B),
                        new Edit.Replace(A, B, A, 9, /* isDrop= */ true)),
                new DecisionReason(DecisionReason.Trigger.WARM, 9, 4, 3, 1.5, 12, "it pays")));
        entries.add(new Entry.HelperCall(NOON, "flush", "small", new Usage(1, 2, 3, 4)));
        entries.add(new Entry.Link(A, B, Entry.Link.Reason.CLIENT_COMPACTION, TURN));
        entries.add(new Entry.Link(A, B, Entry.Link.Reason.WITHHELD, TURN));
        for (Entry entry : entries) {
            ArchivedEntry kept = new ArchivedEntry(7, entry);
            assertEquals(kept, roundTrip(kept));
        }
    }

    private static List<Entry> nodes() {
        return List.of(
                new Entry.Node(
                        A,
                        Entry.ROOT,
                        B,
                        ItemKind.TOOL_CALL,
                        "function_call",
                        Optional.of("exec \"ü\""),
                        Optional.of("call_1"),
                        B,
                        new Span(3, 9),
                        12,
                        TURN,
                        NOON),
                new Entry.Node(
                        A,
                        B,
                        B,
                        ItemKind.USER,
                        "user",
                        Optional.empty(),
                        Optional.empty(),
                        A,
                        new Span(0, 1),
                        0,
                        TURN,
                        NOON));
    }

    private static List<Entry> turns() {
        return List.of(
                new Entry.TurnOpened(
                        TURN,
                        NOON,
                        Purpose.CONVERSATION,
                        ResponsesDialect.NAME,
                        "gpt",
                        "codex",
                        Optional.of("run"),
                        Optional.of(A),
                        B,
                        A,
                        4,
                        2,
                        900),
                new Entry.TurnOpened(
                        TURN,
                        NOON,
                        Purpose.OPAQUE,
                        ChatDialect.NAME,
                        "",
                        "other",
                        Optional.empty(),
                        Optional.empty(),
                        B,
                        A,
                        0,
                        0,
                        0),
                new Entry.TurnClosed(
                        TURN,
                        NOON,
                        200,
                        Reply.Ending.COMPLETE,
                        A,
                        Optional.of("resp"),
                        Optional.of("end_turn"),
                        Optional.of(new Usage(1, 2, 3, 4)),
                        List.of(B),
                        Optional.of(new Entry.Sent(5, 6, new Usage(7, 8, 9, 0)))),
                new Entry.TurnClosed(
                        TURN,
                        NOON,
                        0,
                        Reply.Ending.CUT,
                        A,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty()));
    }

    @Test
    void cards_and_runs_survive_their_json() {
        SessionCard card = new SessionCard(
                new SessionRef(Tenant.LOCAL, SESSION),
                new SessionKey("claude:\"x\"\n"),
                Optional.of(SESSION),
                "claude",
                NOON,
                NOON.plusSeconds(9),
                "opus",
                3,
                12,
                4100,
                new Usage(1, 2, 3, 4),
                Optional.of(
                        new ChatOrigin(ChatType.DM, Map.of(OriginField.AGENT, "main", OriginField.PEER, "+1 \"555\""))),
                List.of(ChatOrigin.UNKNOWN),
                Optional.of(SESSION),
                Optional.of(Instant.parse("2026-03-01T09:00:05Z")),
                2);
        RunSummary run = new RunSummary(UUID.fromString(SESSION.toString()), 3, 2, 1, BILL, List.of(card));
        assertEquals(run, ViewJson.read(ViewJson.write(run).toArray(), RunSummary.class));
    }

    @Test
    void working_sets_and_decisions_survive_their_json() {
        WorkingSetView.WorkingSetPart part = new WorkingSetView.WorkingSetPart(
                2,
                WorkingSetView.PartOrigin.of(Edit.RewordKind.CLEAR),
                "tool_result",
                Optional.of("Bash"),
                Optional.empty(),
                "a",
                3,
                9,
                1);
        WorkingSetView view = new WorkingSetView("opus", NOON, List.of(), List.of(part));
        assertEquals(view, ViewJson.read(ViewJson.write(view).toArray(), WorkingSetView.class));
        DecisionReason why =
                new DecisionReason(DecisionReason.Trigger.HARD, 9, 4, 3, Double.POSITIVE_INFINITY, 12, "it must fit");
        Decisions decisions = new Decisions(
                9,
                4,
                List.of(new Entry.Edited(TURN, NOON, List.of(new Edit.Restore(B)), why)),
                List.of(new CopiedPlaceholder(41, TURN, NOON, "Edit", "toolu_1")),
                BILL);
        assertEquals(decisions, ViewJson.read(ViewJson.write(decisions).toArray(), Decisions.class));
    }
}
