package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.reply.HiddenCallsCodec;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LocalCallRestorerTest {
    private static final Wire WIRE = MessagesDialect.WIRE;
    private static final String CALL = "{\"type\":\"tool_use\",\"id\":\"t9\",\"name\":\"recall\",\"input\":{}}";

    private final Request request = WIRE.decode(Bytes.of("{\"model\":\"claude-x\",\"messages\":["
            + "{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"found it\"},"
            + "{\"role\":\"user\",\"content\":\"c\"}]}"));
    private final List<Hash> ends = ends();
    private final EditLog log = new EditLog();
    private final Map<Hash, String> texts = new HashMap<>();

    private List<Hash> ends() {
        List<Hash> nodes = new ArrayList<>();
        Hash node = dev.throughline.engine.archive.Entry.ROOT;
        for (Span element : request.history()) {
            for (Item item : WIRE.itemise(request.body(), element)) {
                node = Hash.node(node, item.id());
            }
            nodes.add(node);
        }
        return nodes;
    }

    /** A reply whose first round ended with a local call that had this result. */
    private void answered(String result, int length) {
        Item said = WIRE.itemise(request.body(), request.history().get(1)).getFirst();
        Bytes block = Bytes.of("{\"type\":\"tool_result\",\"tool_use_id\":\"t9\",\"content\":\"" + result + "\"}");
        HiddenCalls.HiddenCall pair = new HiddenCalls.HiddenCall(0, Bytes.of(CALL), block);
        HiddenCalls.HiddenRound first = new HiddenCalls.HiddenRound(List.of(), List.of(pair), /* isMixed= */ false);
        HiddenCalls.SeenItem seen = new HiddenCalls.SeenItem(
                ItemKind.ASSISTANT, length == 8 ? said.id() : Hash.of("something else"), length);
        HiddenCalls.HiddenRound second = new HiddenCalls.HiddenRound(List.of(seen), List.of(), /* isMixed= */ false);
        String text =
                HiddenCallsCodec.write(new HiddenCalls(List.of(first, second))).utf8();
        texts.put(Hash.of(text), text);
        log.accept(new Edit.Insert(ends.getFirst(), Hash.of(text), 9));
    }

    private Request restored() {
        return new LocalCallRestorer(WIRE, log, id -> texts.getOrDefault(id, "")).restore(request, ends);
    }

    @Test
    void a_request_without_local_calls_is_unchanged() {
        assertSame(request, restored());
    }

    @Test
    void the_newest_local_calls_that_match_the_reply_are_restored() {
        answered("the first try", 8);
        answered("the second try", 8);
        answered("of another answer", 5);
        String sent = restored().body().utf8();
        assertEquals(1, sent.split("the second try", -1).length - 1, sent);
        assertEquals(1, sent.split("t9\",\"name", -1).length - 1, sent);
    }

    @Test
    void the_nodes_after_restored_calls_are_those_of_the_archive() {
        answered("found", 8);
        Request restored = restored();
        RequestChain live = new RequestChain(TokenCount.of("claude-x"), new AgentMarkers(List.of()))
                .follow(WIRE, restored, Fingerprint.ofHistory(restored), List.of("recall"));
        List<Hash> nodes = live.pieces().stream().map(piece -> piece.node()).toList();
        assertEquals(5, nodes.size());
        assertEquals(ends, List.of(nodes.get(0), nodes.get(3), nodes.get(4)));
    }
}
