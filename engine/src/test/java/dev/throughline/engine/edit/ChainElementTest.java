package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.LineKeys;
import dev.throughline.workingset.policy.Policy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

final class ChainElementTest {
    private static final Wire WIRE = MessagesDialect.WIRE;

    private final AtomicInteger written = new AtomicInteger();

    private static List<ChainElement> elements(EditFixture fixture) {
        Request request = WIRE.decode(Bytes.of(fixture.body()));
        return new RequestChain(TokenCount.of("claude-x"), new AgentMarkers(List.of()))
                .follow(WIRE, request, Fingerprint.ofHistory(request), List.of())
                .elements();
    }

    private static EditFixture fixture() {
        return new EditFixture(Policy.NO_CHANGE, 1_000).user("Build it.").command(1, 3);
    }

    private Bytes write(ChainElement element, String... texts) {
        return element.written(
                List.of(texts).stream().map(Hash::of).toList(), () -> Bytes.of("written " + written.incrementAndGet()));
    }

    @Test
    void an_element_is_written_again_only_when_the_texts_of_its_edits_change() {
        ChainElement element = elements(fixture()).getFirst();
        assertEquals("written 1", write(element, "a").utf8());
        assertEquals("written 1", write(element, "a").utf8());
        assertEquals("written 2", write(element, "a", "b").utf8());
        assertEquals("written 3", write(element, "a").utf8());
    }

    @Test
    void an_element_has_its_position_and_its_last_node() {
        List<ChainElement> elements = elements(fixture());
        assertEquals(
                List.of(0, 1, 2),
                elements.stream().map(ChainElement::firstPiece).toList());
        for (ChainElement element : elements) {
            assertEquals(element.items().size(), element.pieces().size());
            assertEquals(element.pieces().getLast().node(), element.lastNode());
        }
    }

    @Test
    void the_same_content_after_another_history_has_other_nodes() {
        List<ChainElement> elements = elements(fixture());
        List<ChainElement> same = elements(fixture());
        List<ChainElement> other = elements(
                new EditFixture(Policy.NO_CHANGE, 1_000).user("Build that.").command(1, 3));
        for (int i = 0; i < 3; i++) {
            assertTrue(elements.get(i).hasSameNodes(same.get(i)));
            assertFalse(elements.get(i).hasSameNodes(other.get(i)));
        }
        assertEquals(elements.get(1).fingerprint(), other.get(1).fingerprint(), "the bytes are the same");
    }

    @Test
    void lines_are_parsed_once() {
        ChainElement result = elements(fixture()).getLast();
        AtomicInteger reads = new AtomicInteger();
        IntFunction<String> texts = _ -> "line " + reads.incrementAndGet() + "\n";
        LineKeys first = result.lines(2, texts);
        assertSame(first, result.lines(2, texts));
        assertEquals(1, reads.get());
    }

    @Test
    void rare_names_are_those_of_the_piece() {
        List<ChainElement> elements =
                elements(fixture().called("Bash", "{\"command\":\"parseHeader\"}", "nothing here"));
        assertEquals(0, elements.get(4).rareNames(4).length);
        assertTrue(elements.get(3).rareNames(3).length > 0);
    }
}
