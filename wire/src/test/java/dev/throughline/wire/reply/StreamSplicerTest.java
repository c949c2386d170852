package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.responses.ResponsesDialect;
import org.junit.jupiter.api.Test;

class StreamSplicerTest {
    private static final String CREATED = PlayedReplies.named("{'type':'response.created','response':{'id':'r1'}}");

    @Test
    void a_reply_of_which_nothing_came_was_cut() {
        PlayedReplies played = PlayedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED_HEAD_HELD, "");

        assertEquals(Ending.CUT, played.rounds().getFirst().reply().ending());
        assertEquals("", played.received());
    }

    @Test
    void a_head_behind_which_nothing_came_goes_out_in_the_end() {
        PlayedReplies played = PlayedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED_HEAD_HELD, CREATED);

        assertEquals("", played.relayed().getFirst());
        assertEquals(CREATED, played.finished());
        assertFalse(played.rounds().getFirst().isWithheld());
    }

    @Test
    void comments_hold_the_line_until_a_head_is_held_and_keep_their_order() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(PlayedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String event = PlayedReplies.named("{'type':'response.output_item.added','output_index':0,'item':{}}");

        assertEquals(": a\n\n", PlayedReplies.feed(splicer, ": a\n\n"));
        assertEquals("", PlayedReplies.feed(splicer, CREATED + ": b\n\n"));
        assertEquals(CREATED + ": b\n\n" + event, PlayedReplies.feed(splicer, event));
    }

    @Test
    void a_head_that_has_waited_long_enough_goes_out_and_the_rest_follows() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(PlayedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String failed = PlayedReplies.named("{'type':'response.failed','response':{'error':"
                + "{'code':'context_length_exceeded','message':'too long'}}}");

        assertEquals("", PlayedReplies.feed(splicer, CREATED));
        assertEquals(CREATED, splicer.release().utf8());
        assertEquals("", splicer.release().utf8());
        assertEquals(failed, PlayedReplies.feed(splicer, failed));
        assertFalse(splicer.endRound().isWithheld());
    }

    @Test
    void a_head_that_comes_after_a_wait_is_held_all_the_same() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(PlayedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);

        PlayedReplies.feed(splicer, ": a\n\n");
        assertEquals("", splicer.release().utf8());
        assertEquals("", PlayedReplies.feed(splicer, CREATED));
    }

    @Test
    void an_event_without_its_end_is_ended_before_another_round_goes_on() {
        String first =
                PlayedReplies.named("{'type':'response.output_item.done','item':{'type':'function_call','call_id':'c',"
                                + "'name':'recall','arguments':'{}'}}")
                        + "data: {\"type\":\"response.x\"}";
        String second = PlayedReplies.named("{'type':'response.y'}");

        assertEquals(
                "data: {\"type\":\"response.x\"}\n\n" + second,
                PlayedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, first, second)
                        .received());
    }
}
