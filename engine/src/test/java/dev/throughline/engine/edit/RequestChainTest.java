package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Fingerprint;
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
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RequestChainTest {
    private static final Wire WIRE = MessagesDialect.WIRE;

    private final EditingStand client =
            new EditingStand(Policy.NO_CHANGE, 1).user("Build it.").ran(1, 3);
    private RequestChain live = empty();

    private static RequestChain empty() {
        return new RequestChain(TokenCount.of("claude-x"), _ -> Set.of());
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
    void a_chain_that_was_followed_is_as_one_that_was_never_in_memory() {
        follow();
        client.ran(2, 3);
        assertEquals(follow(empty()).pieces(), follow());
    }

    @Test
    void a_rewind_takes_away_what_was_behind_it() {
        List<Piece> before = follow();
        client.messages.removeLast();
        client.messages.removeLast();
        client.ran(7, 3);
        List<Piece> after = follow();
        assertEquals(before.getFirst(), after.getFirst());
        assertNotEquals(before.getLast().node(), after.getLast().node());
        assertEquals(3, live.elements().size());
    }

    @Test
    void a_result_in_which_a_person_speaks_is_known_by_its_tool_and_text() {
        RequestChain chain = new RequestChain(TokenCount.of("claude-x"), new TextAuthors() {
            @Override
            public Set<Piece.Trait> ofUser(String text) {
                return Set.of();
            }

            @Override
            public Set<Piece.Trait> ofResult(String tool, boolean isError, String text) {
                boolean isAnswer = !isError && tool.equals("Bash") && text.startsWith("line 1000 of what was built");
                return isAnswer ? Set.of(Piece.Trait.USER_ANSWER) : Set.of();
            }
        });
        Piece result = follow(chain).pieces().get(2);
        assertTrue(result.isUserAnswer() && !result.mayBeCleared() && !result.mayBeCut());
    }

    @Test
    void the_keys_of_lines_are_made_once_and_are_those_of_the_text() {
        follow();
        LineKeys keys = lines(2);
        LineKeys same = NumberedLines.of(
                        "line 1000 of what was built\nline 1001 of what was built\nline 1002 of what was built\n",
                        CallSubject.NONE)
                .keys();
        assertEquals(same.count(), keys.common(0, same, 0));
        client.ran(2, 3);
        follow();
        assertSame(keys, lines(2));
    }

    @Test
    void they_are_made_anew_for_what_stands_there_after_a_rewind() {
        follow();
        LineKeys before = lines(2);
        client.messages.removeLast();
        client.messages.removeLast();
        client.ran(7, 4);
        follow();
        assertEquals(before.count() + 1, lines(2).count());
        assertNotEquals(before.key(0), lines(2).key(0));
    }

    private LineKeys lines(int piece) {
        return live.chain(WIRE, WIRE.decode(Bytes.of(client.body()))).lineKeys(piece);
    }

    @Test
    void an_element_in_another_form_keeps_its_node() {
        List<Piece> before = follow();
        client.messages.set(0, "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Build it.\"}]}");
        assertEquals(
                before.stream().map(Piece::node).toList(),
                follow().stream().map(Piece::node).toList());
    }

    @Test
    void a_chain_that_was_followed_is_as_it_was() {
        List<Piece> before = follow();
        RequestChain first = live;
        client.messages.removeLast();
        client.ran(7, 3);
        follow();
        assertEquals(before, first.pieces());
        assertEquals(follow(first).pieces(), live.pieces());
    }
}
