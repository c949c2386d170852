package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.reply.HiddenCallsCodec;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class ModelHistoryTest {
    @Test
    void without_local_calls_the_nodes_are_those_of_the_archive() {
        TestSession session =
                new TestSession().user("a").assistant("b").user("c").turn();
        assertEquals(
                session.transcript().nodes().stream().map(Entry.Node::id).toList(),
                places(session).stream().map(ModelHistory.PlacedItem::node).toList());
        assertEquals(
                List.of(0, 1, 2),
                places(session).stream().map(ModelHistory.PlacedItem::element).toList());
    }

    @Test
    void a_local_call_is_placed_where_the_model_made_it_and_changes_no_later_node() {
        TestSession session = new TestSession().user("a");
        Hash asked = session.leaf();
        session.assistant("looking. found it").user("c").turn();
        Item said = MessagesDialect.WIRE
                .itemise(session.source(session.node(1).source()).orElseThrow(), whole(session, 1))
                .getFirst();
        String hidden = hidden(said);
        session.source("frame", "{\"model\":\"claude-x\",\"messages\":[]}");
        session.edited(new Edit.AddTools(List.of("recall")));
        session.text(hidden).edited(new Edit.Insert(asked, Hash.of(hidden), 9));
        List<ModelHistory.PlacedItem> places = places(session);
        assertEquals(
                List.of(ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT),
                places.stream()
                        .filter(place -> place.archived().isEmpty())
                        .map(place -> place.item().orElseThrow().kind())
                        .toList());
        ModelHistory.PlacedItem last = places.getLast();
        assertEquals(session.node(2), last.archived().orElseThrow());
        assertEquals(session.node(2).id(), last.node(), "later nodes keep their ids");
        session.edited(new Edit.Reword(last.node(), Edit.RewordKind.CLEAR, Hash.of("stub"), 1));
        assertTrue(HiddenNodes.in(session.recall()).test(session.node(2)), "an edit names the node");
    }

    @Test
    void the_result_of_a_local_call_is_recalled_by_its_handle() {
        TestSession session = new TestSession().user("a");
        Hash asked = session.leaf();
        session.assistant("looking. found it").user("c").turn();
        Item said = MessagesDialect.WIRE
                .itemise(session.source(session.node(1).source()).orElseThrow(), whole(session, 1))
                .getFirst();
        String hidden = hidden(said);
        session.source("frame", "{\"model\":\"claude-x\",\"messages\":[]}");
        session.edited(new Edit.AddTools(List.of("recall")));
        session.text(hidden).edited(new Edit.Insert(asked, Hash.of(hidden), 9));
        Item result = places(session).stream()
                .flatMap(place -> place.item().stream())
                .filter(item -> item.kind() == ItemKind.TOOL_RESULT)
                .findFirst()
                .orElseThrow();
        Recall recall = session.recall();
        LocalTools.ToolAnswer answer = RecallTool.answer(
                Bytes.of("{\"id\":\"" + result.id().handle() + "\"}"),
                new RecallTool.RecallScope(recall, recall.finder(), _ -> false, UnaryOperator.identity(), 5_000));
        assertTrue(!answer.isError() && answer.text().contains("\nfrom the archive\n"), answer.text());
    }

    /** A reply whose first round ended with a local call that the client did not see. */
    private static String hidden(Item said) {
        var seen = new dev.throughline.wire.HiddenCalls.SeenItem(ItemKind.ASSISTANT, said.id(), 17);
        var pair = new dev.throughline.wire.HiddenCalls.HiddenCall(
                0,
                Bytes.of("{\"type\":\"tool_use\",\"id\":\"t9\",\"name\":\"recall\",\"input\":{}}"),
                Bytes.of("{\"type\":\"tool_result\",\"tool_use_id\":\"t9\",\"content\":\"from the archive\"}"));
        var first = new dev.throughline.wire.HiddenCalls.HiddenRound(List.of(), List.of(pair), /* isMixed= */ false);
        var second = new dev.throughline.wire.HiddenCalls.HiddenRound(List.of(seen), List.of(), /* isMixed= */ false);
        return HiddenCallsCodec.write(new dev.throughline.wire.HiddenCalls(List.of(first, second)))
                .utf8();
    }

    private static Span whole(TestSession session, int node) {
        return new Span(
                0, session.source(session.node(node).source()).orElseThrow().length());
    }

    private static List<ModelHistory.PlacedItem> places(TestSession session) {
        Transcript transcript = session.transcript();
        return ModelHistory.of(session.recall(), transcript.newest().orElseThrow(), transcript.leaf());
    }
}
