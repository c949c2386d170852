package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.responses.ResponsesDialect;
import org.junit.jupiter.api.Test;

class StreamSplicerTest {
    private static final String CREATED = SplicedReplies.named("{'type':'response.created','response':{'id':'r1'}}");

    @Test
    void an_empty_reply_is_cut() {
        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED_HEAD_HELD, "");

        assertEquals(Ending.CUT, played.rounds().getFirst().reply().ending());
        assertEquals("", played.received());
    }

    @Test
    void a_held_head_without_further_events_is_sent_at_the_end() {
        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED_HEAD_HELD, CREATED);

        assertEquals("", played.relayed().getFirst());
        assertEquals(CREATED, played.finished());
        assertFalse(played.rounds().getFirst().isWithheld());
    }

    @Test
    void comments_are_relayed_at_once_until_a_head_is_held_and_keep_their_order() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String event = SplicedReplies.named("{'type':'response.output_item.added','output_index':0,'item':{}}");

        assertEquals(": a\n\n", SplicedReplies.feed(splicer, ": a\n\n"));
        assertEquals("", SplicedReplies.feed(splicer, CREATED + ": b\n\n"));
        assertEquals(CREATED + ": b\n\n" + event, SplicedReplies.feed(splicer, event));
    }

    @Test
    void a_released_head_is_sent_and_the_rest_is_relayed() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String failed = SplicedReplies.named("{'type':'response.failed','response':{'error':"
                + "{'code':'context_length_exceeded','message':'too long'}}}");

        assertEquals("", SplicedReplies.feed(splicer, CREATED));
        assertEquals(CREATED, splicer.release().utf8());
        assertEquals("", splicer.release().utf8());
        assertEquals(failed, SplicedReplies.feed(splicer, failed));
        assertFalse(splicer.endRound().isWithheld());
    }

    @Test
    void a_head_after_an_empty_release_is_still_held() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);

        SplicedReplies.feed(splicer, ": a\n\n");
        assertEquals("", splicer.release().utf8());
        assertEquals("", SplicedReplies.feed(splicer, CREATED));
    }

    @Test
    void an_incomplete_event_is_ended_before_the_next_round() {
        String first =
                SplicedReplies.named("{'type':'response.output_item.done','item':{'type':'function_call','call_id':'c',"
                                + "'name':'recall','arguments':'{}'}}")
                        + "data: {\"type\":\"response.x\"}";
        String second = SplicedReplies.named("{'type':'response.y'}");

        assertEquals(
                "data: {\"type\":\"response.x\"}\n\n" + second,
                SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, first, second)
                        .received());
    }
}
