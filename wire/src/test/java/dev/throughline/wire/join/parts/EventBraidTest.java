package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Dialect;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Played;
import org.junit.jupiter.api.Test;

class EventBraidTest {
    private static final String CREATED = Played.named("{'type':'response.created','response':{'id':'r1'}}");

    @Test
    void a_reply_of_which_nothing_came_was_cut() {
        Played played = Played.of(Dialect.RESPONSES, Form.STREAMED_HEAD_HELD, "");

        assertEquals(Ending.CUT, played.rounds().getFirst().reply().ending());
        assertEquals("", played.received());
    }

    @Test
    void a_head_behind_which_nothing_came_goes_out_in_the_end() {
        Played played = Played.of(Dialect.RESPONSES, Form.STREAMED_HEAD_HELD, CREATED);

        assertEquals("", played.relayed().getFirst());
        assertEquals(CREATED, played.finished());
        assertFalse(played.rounds().getFirst().isWithheld());
    }

    @Test
    void comments_hold_the_line_until_a_head_is_held_and_keep_their_order() {
        Braid braid = Wires.of(Dialect.RESPONSES).loom().braid(Played.LOCAL, Form.STREAMED_HEAD_HELD);
        String event = Played.named("{'type':'response.output_item.added','output_index':0,'item':{}}");

        assertEquals(": a\n\n", Played.feed(braid, ": a\n\n"));
        assertEquals("", Played.feed(braid, CREATED + ": b\n\n"));
        assertEquals(CREATED + ": b\n\n" + event, Played.feed(braid, event));
    }

    @Test
    void a_head_that_has_waited_long_enough_goes_out_and_the_rest_follows() {
        Braid braid = Wires.of(Dialect.RESPONSES).loom().braid(Played.LOCAL, Form.STREAMED_HEAD_HELD);
        String failed = Played.named("{'type':'response.failed','response':{'error':"
                + "{'code':'context_length_exceeded','message':'too long'}}}");

        assertEquals("", Played.feed(braid, CREATED));
        assertEquals(CREATED, braid.release().utf8());
        assertEquals("", braid.release().utf8());
        assertEquals(failed, Played.feed(braid, failed));
        assertFalse(braid.endRound().isWithheld());
    }

    @Test
    void a_head_that_comes_after_a_wait_is_held_all_the_same() {
        Braid braid = Wires.of(Dialect.RESPONSES).loom().braid(Played.LOCAL, Form.STREAMED_HEAD_HELD);

        Played.feed(braid, ": a\n\n");
        assertEquals("", braid.release().utf8());
        assertEquals("", Played.feed(braid, CREATED));
    }

    @Test
    void an_event_without_its_end_is_ended_before_another_round_goes_on() {
        String first = Played.named("{'type':'response.output_item.done','item':{'type':'function_call','call_id':'c',"
                        + "'name':'recall','arguments':'{}'}}")
                + "data: {\"type\":\"response.x\"}";
        String second = Played.named("{'type':'response.y'}");

        assertEquals(
                "data: {\"type\":\"response.x\"}\n\n" + second,
                Played.of(Dialect.RESPONSES, Form.STREAMED, first, second).received());
    }
}
