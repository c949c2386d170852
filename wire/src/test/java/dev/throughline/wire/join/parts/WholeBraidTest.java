package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.Played;
import dev.throughline.wire.join.Round;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WholeBraidTest {
    private static final String PLAIN = "{\"id\":\"m\" , \"content\":[] , \"stop_reason\":\"end_turn\"}\n";

    @Test
    void one_document_without_local_calls_leaves_as_it_came() {
        Played played = Played.of(Dialect.MESSAGES, Form.WHOLE, PLAIN);

        assertEquals("", played.relayed().getFirst());
        assertEquals(PLAIN, played.finished());
    }

    @Test
    void an_error_leaves_as_it_came_and_may_be_asked_again() {
        String error = Played.quoted("{'type':'error','error':{'message':'prompt is too long'}}");
        Braid braid = Wires.of(Dialect.MESSAGES).loom().braid(Played.LOCAL, Form.WHOLE);
        Played.feed(braid, error);
        Round round = braid.endRound();
        assertTrue(round.isWithheld());
        assertTrue(round.overflow().isPresent());
        assertEquals(error, braid.finish().utf8());

        Played.feed(braid, PLAIN);
        braid.endRound();
        assertEquals(PLAIN, braid.finish().utf8());
        assertEquals("{}", braid.fail(Bytes.of("{}")).utf8());
    }

    @Test
    void a_body_that_is_too_large_leaves_as_it_comes() {
        WholeBraid.Joint never = new WholeBraid.Joint() {
            @Override
            public Bytes join(List<Bytes> documents) {
                throw new AssertionError("nothing to join");
            }

            @Override
            public Optional<Overflow> overflow(Bytes document) {
                return Optional.empty();
            }
        };
        WholeBraid braid =
                new WholeBraid(Wires.of(Dialect.MESSAGES)::wholeReply, reply -> new Calls(List.of(), false), never, 10);

        String relayed = Played.feed(braid, PLAIN);
        braid.endRound();

        assertEquals(PLAIN, relayed + braid.finish().utf8());
    }
}
