package dev.throughline.wire.responses;

import static dev.throughline.wire.reply.SplicedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.reply.SplicedReplies;
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
    private static final String REASONING = "{'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'e'}";
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
                SplicedReplies.of(ResponsesDialect.NAME, ReplyForm.DOCUMENT, documents).rounds().stream()
                        .map(SplicedReplies::answered)
                        .toList();
        return WIRE.localTools().hiddenCalls(answered).orElseThrow();
    }

    private static List<String> restore(HiddenCalls hidden, String... items) {
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
    void hidden_items_are_inserted_at_their_original_position() {
        assertEquals(
                list(REASONING, A, RECALL, FOUND, B),
                restore(hidden(items(REASONING, A, RECALL), items(B)), REASONING, A, B));
    }

    @Test
    void the_hidden_call_of_a_mixed_round_is_inserted_among_the_client_calls() {
        assertEquals(
                list(A, PATCH, RECALL, BASH, FOUND, PATCHED, DONE),
                restore(hidden(items(A, PATCH, RECALL, BASH)), A, PATCH, BASH, PATCHED, DONE));
    }

    @Test
    void outputs_may_be_between_the_client_calls() {
        assertEquals(
                list(PATCH, RECALL, PATCHED, BASH, FOUND, DONE),
                restore(hidden(items(PATCH, RECALL, BASH)), PATCH, PATCHED, BASH, DONE));
    }

    @Test
    void ids_and_reasoning_may_be_missing() {
        String bare = A.replace("'id':'msg_a',", "");

        assertEquals(list(bare, RECALL, FOUND, B), restore(hidden(items(REASONING, A, RECALL), items(B)), bare, B));
    }

    @Test
    void an_answer_edited_by_the_client_is_unchanged() {
        HiddenCalls hidden = hidden(items(A, RECALL), items(B));

        assertEquals(list(A), restore(hidden, A));
        assertEquals(list(B, A), restore(hidden, B, A));
        assertEquals(list(USER), restore(hidden, USER));
    }
}
