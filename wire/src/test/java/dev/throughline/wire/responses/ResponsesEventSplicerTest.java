package dev.throughline.wire.responses;

import static dev.throughline.wire.reply.SplicedReplies.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.reply.SplicedReplies;
import org.junit.jupiter.api.Test;

class ResponsesEventSplicerTest {
    private static final String MESSAGE = "{'type':'message','id':'msg_%s','role':'assistant','content':[]}";
    private static final String CALL =
            "{'type':'function_call','id':'fc_%s','call_id':'call_%s','name':'%s','arguments':'{}'}";

    private static String head(String id) {
        return named(
                "{'type':'response.created','sequence_number':0,'response':{'id':'" + id
                        + "','created_at':1,'model':'m','output':[]}}",
                "{'type':'response.in_progress','sequence_number':1,'response':{'id':'" + id + "'}}");
    }

    /** Three events of one item, numbered from {@code number} on. */
    private static String item(int number, int index, String item, String id) {
        return named(
                "{'type':'response.output_item.added','sequence_number':" + number + ",'output_index':" + index
                        + ",'item':" + item + "}",
                "{'type':'response.function_call_arguments.delta','sequence_number':" + (number + 1) + ",'item_id':'"
                        + id + "','output_index':" + index + ",'delta':'{}'}",
                "{'type':'response.output_item.done','sequence_number':" + (number + 2) + ",'output_index':" + index
                        + ",'item':" + item + "}");
    }

    private static String text(int number, int index, String name) {
        return item(number, index, MESSAGE.formatted(name), "msg_" + name);
    }

    private static String call(int number, int index, String name) {
        return item(number, index, CALL.formatted(name, name, name), "fc_" + name);
    }

    private static String completed(int number, String id, String output, String usage) {
        return named("{'type':'response.completed','sequence_number':" + number + ",'response':{'id':'" + id
                + "','created_at':1,'model':'m','status':'completed','output':[" + output + "],'usage':" + usage
                + "}}");
    }

    private static final String USAGE_1 =
            "{'input_tokens':10,'input_tokens_details':{'cached_tokens':2},'output_tokens':3,'total_tokens':13}";
    private static final String USAGE_2 =
            "{'input_tokens':20,'input_tokens_details':{'cached_tokens':10},'output_tokens':5,'total_tokens':25}";
    private static final String USAGE_SUM =
            "{'input_tokens':20,'input_tokens_details':{'cached_tokens':10},'output_tokens':8,'total_tokens':28}";

    @Test
    void a_round_without_local_calls_is_relayed_unchanged_and_at_once() {
        String reply =
                head("r1") + text(2, 0, "a") + call(5, 1, "Bash") + completed(8, "r1", MESSAGE.formatted("a"), USAGE_1);

        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, reply);

        assertEquals(reply, played.relayed().getFirst());
        assertEquals("", played.finished());
    }

    @Test
    void two_rounds_become_one_response() {
        String first = head("r1")
                + text(2, 0, "a")
                + call(5, 1, "recall")
                + completed(
                        8, "r1", MESSAGE.formatted("a") + "," + CALL.formatted("recall", "recall", "recall"), USAGE_1);
        String second = head("r2").replace("\"m\"", "\"m2\"")
                + text(2, 0, "b")
                + completed(5, "r2", MESSAGE.formatted("b"), USAGE_2);

        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, first, second);

        assertEquals(head("r1") + text(2, 0, "a"), played.relayed().getFirst());
        assertEquals(
                text(5, 1, "b") + completed(8, "r1", MESSAGE.formatted("a") + "," + MESSAGE.formatted("b"), USAGE_SUM),
                played.relayed().get(1));
        assertEquals("", played.finished());
    }

    @Test
    void in_a_mixed_round_the_client_gets_only_its_own_calls_renumbered() {
        String reply = head("r1")
                + call(2, 0, "recall")
                + call(5, 1, "Bash")
                + call(8, 2, "memory_get")
                + text(11, 3, "z")
                + completed(14, "r1", "", USAGE_1);

        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, reply);

        assertEquals(
                head("r1") + call(2, 0, "Bash") + text(5, 1, "z"),
                played.relayed().getFirst());
        String shown = CALL.formatted("Bash", "Bash", "Bash") + "," + MESSAGE.formatted("z");
        assertEquals(completed(8, "r1", shown, USAGE_1), played.finished());
        assertTrue(played.rounds().getFirst().isMixed());
    }

    @Test
    void items_only_in_the_last_event_are_searched_for_local_calls() {
        String end = "{'type':'response.completed','response':{'id':'r1','output':[%s]}}";
        String both = MESSAGE.formatted("a") + "," + CALL.formatted("recall", "recall", "recall");

        SplicedReplies played =
                SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, named(end.formatted(both)));

        assertEquals("", played.relayed().getFirst());
        assertEquals(named(end.formatted(MESSAGE.formatted("a"))), played.finished());
        assertEquals(1, played.rounds().getFirst().calls().size());
    }

    @Test
    void two_events_per_round_are_sufficient() {
        String done = "{'type':'response.output_item.done','item':%s}";
        String first = named(
                done.formatted(CALL.formatted("recall", "recall", "recall")),
                "{'type':'response.completed','response':{'id':'r1'}}");
        String second =
                named(done.formatted(MESSAGE.formatted("b")), "{'type':'response.completed','response':{'id':'r2'}}");

        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED, first, second);

        assertEquals("", played.relayed().getFirst());
        assertEquals(
                named(
                        done.formatted(MESSAGE.formatted("b")),
                        "{'type':'response.completed','response':{'id':'r2','output':[" + MESSAGE.formatted("b")
                                + "]}}"),
                played.relayed().get(1));
    }

    @Test
    void an_overflow_error_is_withheld_and_the_request_can_be_sent_again() {
        ReplySplicer splicer =
                ResponsesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED_HEAD_HELD);
        String failed = named("{'type':'response.failed','sequence_number':2,'response':{'id':'r1','status':'failed',"
                + "'error':{'code':'context_length_exceeded','message':'Your input exceeds the context window'}}}");

        assertEquals("", SplicedReplies.feed(splicer, head("r1") + failed));
        ReplyRound round = splicer.endRound();
        assertTrue(round.overflow().isPresent());
        assertTrue(round.isWithheld());

        String answer = head("r2") + text(2, 0, "b") + completed(5, "r2", MESSAGE.formatted("b"), USAGE_2);
        assertEquals(answer, SplicedReplies.feed(splicer, answer));
        assertFalse(splicer.endRound().isWithheld());
    }

    @Test
    void a_withheld_error_is_sent_if_nothing_follows() {
        String failed = named("{'type':'response.failed','response':{'error':{'code':'context_length_exceeded'}}}");

        SplicedReplies played =
                SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED_HEAD_HELD, head("r1") + failed);

        assertEquals(head("r1") + failed, played.finished());
    }

    @Test
    void any_other_failure_is_relayed_at_once() {
        String reply = head("r1")
                + named(
                        "{'type':'response.failed','sequence_number':2,'response':{'id':'r1','error':{'code':'server_error','message':'x'}}}");

        SplicedReplies played = SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.STREAMED_HEAD_HELD, reply);

        assertEquals(reply, played.relayed().getFirst());
        assertFalse(played.rounds().getFirst().isWithheld());
    }

    @Test
    void a_failure_in_a_later_round_has_the_id_of_the_first_response() {
        String first = head("r1") + call(2, 0, "recall") + completed(5, "r1", "", USAGE_1);
        String failed =
                "{'type':'response.failed','sequence_number':%d,'response':{'id':'%s','error':{'code':'server_error'},'created_at':1,'model':'m'}}";

        SplicedReplies played = SplicedReplies.of(
                ResponsesDialect.NAME, ReplyForm.STREAMED, first, head("r2") + named(failed.formatted(2, "r2")));

        assertEquals(named(failed.formatted(2, "r1")), played.relayed().get(1));
        assertEquals("", played.finished());
    }

    @Test
    void an_error_of_a_later_round_is_written_as_an_event() {
        ReplySplicer splicer = ResponsesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.STREAMED);
        SplicedReplies.feed(splicer, head("r1") + call(2, 0, "recall") + completed(5, "r1", "", USAGE_1));
        splicer.endRound();

        Bytes failure = splicer.fail(
                Bytes.of(SplicedReplies.quoted("{'error':{'code':'rate_limit_exceeded','message':'slow'}}")));

        assertEquals(
                named("{'type':'response.failed','sequence_number':2,'response':{'id':'r1','created_at':1,'model':'m',"
                    + "'object':'response','status':'failed','error':{'code':'rate_limit_exceeded','message':'slow'},"
                    + "'output':[]}}"),
                failure.utf8());
    }
}
