package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.LineKeys;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.policy.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestChainTest {
    private static final Wire WIRE = MessagesDialect.WIRE;

    private final EditFixture client =
            new EditFixture(Policy.NO_CHANGE, 1).user("Build it.").command(1, 3);
    private RequestChain live = empty();

    private static RequestChain empty() {
        return new RequestChain(TokenCount.of("claude-x"), new AgentMarkers(List.of()));
    }

    private List<Piece> follow() {
        live = follow(live);
        return live.pieces();
    }

    private RequestChain follow(RequestChain chain) {
        Request request = WIRE.decode(Bytes.of(client.body()));
        return chain.follow(WIRE, request, Fingerprint.ofHistory(request), List.of());
    }

    @Test
    void an_extended_chain_equals_a_chain_built_from_scratch() {
        follow();
        client.command(2, 3);
        assertEquals(follow(empty()).pieces(), follow());
    }

    @Test
    void a_rewind_removes_the_elements_after_it() {
        List<Piece> before = follow();
        client.messages.removeLast();
        client.messages.removeLast();
        client.command(7, 3);
        List<Piece> after = follow();
        assertEquals(before.getFirst(), after.getFirst());
        assertNotEquals(before.getLast().node(), after.getLast().node());
        assertEquals(3, live.elements().size());
    }

    @Test
    void a_result_with_an_answer_of_the_user_is_recognised_by_its_tool() {
        AgentMarkers markers = AgentMarkers.parse(List.of("answer\tany\tresult-of\tBash"));
        RequestChain chain = new RequestChain(TokenCount.of("claude-x"), markers);
        Piece result = follow(chain).pieces().get(2);
        assertTrue(result.isUserAnswer() && !result.mayBeCleared() && !result.mayBeCut());
    }

    @Test
    void line_keys_are_computed_once_from_the_text() {
        follow();
        LineKeys keys = lines(2);
        LineKeys same = NumberedLines.of(
                        "line 1000 of what was built\nline 1001 of what was built\nline 1002 of what was built\n",
                        CallSubject.NONE)
                .keys();
        assertEquals(same.count(), keys.common(0, same, 0));
        client.command(2, 3);
        follow();
        assertSame(keys, lines(2));
    }

    @Test
    void line_keys_are_computed_again_after_a_rewind() {
        follow();
        LineKeys before = lines(2);
        client.messages.removeLast();
        client.messages.removeLast();
        client.command(7, 4);
        follow();
        assertEquals(before.count() + 1, lines(2).count());
        assertNotEquals(before.key(0, 1), lines(2).key(0, 1));
    }

    private LineKeys lines(int piece) {
        return live.chain(WIRE, WIRE.decode(Bytes.of(client.body()))).lineKeys(piece);
    }

    @Test
    void an_element_written_in_another_form_keeps_its_node() {
        List<Piece> before = follow();
        client.messages.set(0, "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Build it.\"}]}");
        assertEquals(
                before.stream().map(Piece::node).toList(),
                follow().stream().map(Piece::node).toList());
    }

    @Test
    void extending_a_chain_does_not_change_the_earlier_chain() {
        List<Piece> before = follow();
        RequestChain first = live;
        client.messages.removeLast();
        client.command(7, 3);
        follow();
        assertEquals(before, first.pieces());
        assertEquals(follow(first).pieces(), live.pieces());
    }
}
