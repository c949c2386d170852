package dev.throughline.wire.messages;

import static dev.throughline.wire.reply.SplicedReplies.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MessagesEventSplicerTest {
    private static final String START_1 =
            "{'type':'message_start','message':{'id':'msg_1','model':'m','content':[],'usage':{'input_tokens':10,'cache_read_input_tokens':3,'output_tokens':1}}}";
    private static final String START_2 =
            "{'type':'message_start','message':{'id':'msg_2','model':'m2','content':[],'usage':{'input_tokens':4,'cache_read_input_tokens':13,'output_tokens':1}}}";
    private static final String PING = "{'type':'ping'}";
    private static final String STOP = "{'type':'message_stop'}";

    private static String text(int index, String text) {
        return named(
                "{'type':'content_block_start','index':" + index + ",'content_block':{'type':'text','text':''}}",
                "{'type':'content_block_delta','index':" + index + ",'delta':{'type':'text_delta','text':'" + text
                        + "'}}",
                "{'type':'content_block_stop','index':" + index + "}");
    }

    private static String call(int index, String name) {
        return named(
                "{'type':'content_block_start','index':" + index + ",'content_block':{'type':'tool_use','id':'toolu_"
                        + name + "','name':'" + name + "','input':{}}}",
                "{'type':'content_block_delta','index':" + index
                        + ",'delta':{'type':'input_json_delta','partial_json':'{}'}}",
                "{'type':'content_block_stop','index':" + index + "}");
    }

    private static String delta(String reason, int output) {
        return named("{'type':'message_delta','delta':{'stop_reason':'" + reason
                + "','stop_sequence':null},'usage':{'output_tokens':" + output + "}}");
    }

    private static String deltaWithUsage(String reason, String usage) {
        return named("{'type':'message_delta','delta':{'stop_reason':'" + reason + "','stop_sequence':null},'usage':"
                + usage + "}");
    }

    @Test
    void a_round_without_local_calls_is_relayed_unchanged_and_at_once() {
        String reply = ": hello\n\n" + named(START_1) + text(0, "a") + named(PING) + call(1, "Bash")
                + delta("tool_use", 5) + named(STOP);

        SplicedReplies played = SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, reply);

        assertEquals(reply, played.relayed().getFirst());
        assertEquals("", played.finished());
        assertTrue(played.rounds().getFirst().hasClientCalls());
    }

    @Test
    void line_ends_and_an_incomplete_last_event_are_relayed_unchanged() {
        String reply = (named(START_1) + text(0, "a") + delta("end_turn", 5)).replace("\n", "\r\n")
                + "event: message_stop\r\ndata: {\"type\":\"message_stop\"}";

        assertEquals(
                reply,
                SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, reply)
                        .received());
    }

    @Test
    void two_rounds_become_one_message() {
        String first = named(START_1) + text(0, "a") + call(1, "recall") + delta("tool_use", 5) + named(STOP);
        String second = named(START_2, PING) + text(0, "b") + delta("end_turn", 7) + named(STOP);

        SplicedReplies played = SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, first, second);

        assertEquals(named(START_1) + text(0, "a"), played.relayed().getFirst());
        assertEquals(
                named(PING)
                        + text(1, "b")
                        + deltaWithUsage(
                                "end_turn", "{'input_tokens':4,'cache_read_input_tokens':13,'output_tokens':12}")
                        + named(STOP),
                played.relayed().get(1));
        assertEquals("", played.finished());
        assertTrue(played.rounds().getFirst().isContinuable());
        assertEquals(
                "{}", played.rounds().getFirst().calls().getFirst().arguments().utf8());
    }

    @Test
    void in_a_mixed_round_the_client_gets_only_its_own_calls_renumbered() {
        String reply = named(START_1)
                + call(0, "recall")
                + call(1, "Bash")
                + call(2, "memory_get")
                + call(3, "Read")
                + delta("tool_use", 5)
                + named(STOP);

        SplicedReplies played = SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, reply);

        assertEquals(
                named(START_1) + call(0, "Bash") + call(1, "Read"),
                played.relayed().getFirst());
        assertEquals(
                deltaWithUsage("tool_use", "{'input_tokens':10,'cache_read_input_tokens':3,'output_tokens':5}")
                        + named(STOP),
                played.finished());
        assertTrue(played.rounds().getFirst().isMixed());
    }

    @Test
    void a_last_round_of_only_local_calls_ends_with_end_turn() {
        String reply = named(START_1) + call(0, "recall") + delta("tool_use", 5) + named(STOP);

        assertEquals(
                deltaWithUsage("end_turn", "{'input_tokens':10,'cache_read_input_tokens':3,'output_tokens':5}")
                        + named(STOP),
                SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, reply)
                        .finished());
    }

    @Test
    void an_error_in_a_later_round_reaches_the_client_and_nothing_follows() {
        String first = named(START_1) + call(0, "recall") + delta("tool_use", 5) + named(STOP);
        String error = named("{'type':'error','error':{'type':'overloaded_error','message':'busy'}}");

        SplicedReplies played = SplicedReplies.of(
                MessagesDialect.NAME, ReplyForm.STREAMED, first, named(START_2) + text(0, "b") + error);

        assertEquals(text(0, "b") + error, played.relayed().get(1));
        assertEquals("", played.finished());
        assertEquals(Ending.FAILED, played.rounds().get(1).reply().ending());
    }

    @Test
    void a_round_that_was_cut_is_cut_for_the_client() {
        String first = named(START_1) + call(0, "recall") + delta("tool_use", 5) + named(STOP);

        SplicedReplies played =
                SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, first, named(START_2) + text(0, "b"));

        assertEquals(named(START_1) + text(0, "b"), played.received());
        assertEquals(Ending.CUT, played.rounds().get(1).reply().ending());
    }

    @Test
    void an_error_of_a_later_round_is_written_as_an_event() {
        ReplySplicer splicer = MessagesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED);
        SplicedReplies.feed(splicer, named(START_1) + call(0, "recall") + delta("tool_use", 5) + named(STOP));
        splicer.endRound();

        assertEquals(
                "event: error\ndata: {\"type\":\"error\"}\n\n",
                splicer.fail(Bytes.of("{\"type\":\"error\"}")).utf8());
        assertEquals("", splicer.finish().utf8());
    }

    @Test
    void an_overflow_error_is_withheld_and_the_request_can_be_sent_again() {
        ReplySplicer splicer =
                MessagesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String refused = named(START_1, PING)
                + named("{'type':'error','error':{'type':'invalid_request_error','message':'prompt is too long: 210000"
                        + " tokens > 200000 maximum'}}");

        assertEquals("", SplicedReplies.feed(splicer, refused));
        ReplyRound round = splicer.endRound();
        assertTrue(round.isWithheld());
        assertEquals(Optional.of(new Overflow(OptionalLong.of(210_000), OptionalLong.of(200_000))), round.overflow());

        String answer = named(START_2) + text(0, "b") + delta("end_turn", 7) + named(STOP);
        assertEquals(answer, SplicedReplies.feed(splicer, answer));
        assertFalse(splicer.endRound().isWithheld());
        assertEquals("", splicer.finish().utf8());
    }

    @Test
    void events_without_names_are_read() {
        String first = (named(START_1) + call(0, "recall") + delta("tool_use", 5)).replaceAll("event: .*\n", "");
        String second = (named(START_2) + text(0, "b")).replaceAll("event: .*\n", "");

        SplicedReplies played = SplicedReplies.of(MessagesDialect.NAME, ReplyForm.STREAMED, first, second);

        assertEquals(
                named(START_1).replaceAll("event: .*\n", ""), played.relayed().getFirst());
        assertEquals(
                text(0, "b").replaceAll("event: .*\n", ""), played.relayed().get(1));
    }
}
