package dev.throughline.wire.responses;

import static dev.throughline.wire.reply.PlayedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.reply.PlayedReplies;
import dev.throughline.wire.request.RequestRewriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoredResponsesCallsTest {
    private static final Wire WIRE = ResponsesDialect.WIRE;
    private static final String USER = "{'role':'user','content':'q'}";
    private static final String A =
            "{'type':'message','id':'msg_a','role':'assistant','content':[{'type':'output_text','text':'a'}]}";
    private static final String B =
            "{'type':'message','id':'msg_b','role':'assistant','content':[{'type':'output_text','text':'b'}]}";
    private static final String THOUGHT = "{'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'e'}";
    private static final String RECALL =
            "{'type':'function_call','id':'fc_1','call_id':'call_1','name':'recall','arguments':'{}'}";
    private static final String PATCH =
            "{'type':'custom_tool_call','id':'ctc_1','call_id':'call_2','name':'apply_patch','input':'x'}";
    private static final String BASH =
            "{'type':'function_call','id':'fc_3','call_id':'call_3','name':'Bash','arguments':'{}'}";
    private static final String FOUND = "{'type':'function_call_output','call_id':'call_1','output':'found recall'}";
    private static final String PATCHED = "{'type':'custom_tool_call_output','call_id':'call_2','output':'ok'}";
    private static final String DONE = "{'type':'function_call_output','call_id':'call_3','output':'ok'}";

    private static HiddenCalls hidden(String... rounds) {
        String[] documents = List.of(rounds).stream()
                .map(items -> quoted("{'id':'r','status':'completed','output':[" + items + "]}"))
                .toArray(String[]::new);
        List<AnsweredRound> answered =
                PlayedReplies.of(ResponsesDialect.NAME, ReplyForm.DOCUMENT, documents).rounds().stream()
                        .map(PlayedReplies::answered)
                        .toList();
        return WIRE.localTools().hiddenCalls(answered).orElseThrow();
    }

    private static List<String> putBack(HiddenCalls hidden, String... items) {
        String all = quoted("{'input':[" + USER + "," + String.join(",", items) + "]}");
        Request request = WIRE.decode(Bytes.of(all));
        Request changed =
                WIRE.decode(RequestRewriter.apply(request, WIRE.localTools().restore(request, 1, hidden)));
        return changed.history().stream()
                .skip(1)
                .map(span -> changed.raw(span).utf8().replace('"', '\''))
                .toList();
    }

    private static String items(String... items) {
        return String.join(",", items);
    }

    private static List<String> list(String... items) {
        return List.of(items);
    }

    @Test
    void items_are_inserted_where_the_model_wrote_them() {
        assertEquals(
                list(THOUGHT, A, RECALL, FOUND, B),
                putBack(hidden(items(THOUGHT, A, RECALL), items(B)), THOUGHT, A, B));
    }

    @Test
    void a_mixed_pair_stands_among_the_clients_calls() {
        assertEquals(
                list(A, PATCH, RECALL, BASH, FOUND, PATCHED, DONE),
                putBack(hidden(items(A, PATCH, RECALL, BASH)), A, PATCH, BASH, PATCHED, DONE));
    }

    @Test
    void outputs_may_stand_between_the_clients_calls() {
        assertEquals(
                list(PATCH, RECALL, PATCHED, BASH, FOUND, DONE),
                putBack(hidden(items(PATCH, RECALL, BASH)), PATCH, PATCHED, BASH, DONE));
    }

    @Test
    void ids_and_thoughts_may_be_missing() {
        String bare = A.replace("'id':'msg_a',", "");

        assertEquals(list(bare, RECALL, FOUND, B), putBack(hidden(items(THOUGHT, A, RECALL), items(B)), bare, B));
    }

    @Test
    void an_answer_that_was_edited_is_left_alone() {
        HiddenCalls hidden = hidden(items(A, RECALL), items(B));

        assertEquals(list(A), putBack(hidden, A));
        assertEquals(list(B, A), putBack(hidden, B, A));
        assertEquals(list(USER), putBack(hidden, USER));
    }
}
