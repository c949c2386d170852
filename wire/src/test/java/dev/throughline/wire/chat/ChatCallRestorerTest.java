package dev.throughline.wire.chat;

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

class ChatCallRestorerTest {
    private static final Wire WIRE = ChatDialect.WIRE;
    private static final String USER = "{'role':'user','content':'q'}";
    private static final String RECALL =
            "{'id':'call_1','type':'function','function':{'name':'recall','arguments':'{}'}}";
    private static final String BASH = "{'id':'call_2','type':'function','function':{'name':'Bash','arguments':'{}'}}";
    private static final String FOUND = "{'role':'tool','tool_call_id':'call_1','content':'found recall'}";
    private static final String DONE = "{'role':'tool','content':'ok','tool_call_id':'call_2'}";

    private static String message(String rest) {
        return "{'role':'assistant'," + rest + "}";
    }

    private static HiddenCalls hidden(String... messages) {
        String[] documents = List.of(messages).stream()
                .map(message ->
                        quoted("{'id':'c','choices':[{'index':0,'message':" + message + ",'finish_reason':'stop'}]}"))
                .toArray(String[]::new);
        List<AnsweredRound> answered =
                SplicedReplies.of(ChatDialect.NAME, ReplyForm.DOCUMENT, documents).rounds().stream()
                        .map(SplicedReplies::answered)
                        .toList();
        return WIRE.localTools().hiddenCalls(answered).orElseThrow();
    }

    private static List<String> restore(HiddenCalls hidden, String... messages) {
        String all = quoted("{'messages':[" + USER + "," + String.join(",", messages) + "]}");
        Request request = WIRE.decode(Bytes.of(all));
        Request changed =
                WIRE.decode(RequestRewriter.apply(request, WIRE.localTools().restore(request, 1, hidden)));
        return changed.history().stream()
                .skip(1)
                .map(span -> changed.raw(span).utf8().replace('"', '\''))
                .toList();
    }

    private static final String FIRST =
            message("'content':'a😀','reasoning_content':'x','tool_calls':[" + RECALL + "]");
    private static final String SECOND = message("'content':'b','reasoning_content':'y'");

    @Test
    void one_text_is_split_into_the_texts_of_the_rounds() {
        assertEquals(
                List.of(FIRST, FOUND, SECOND),
                restore(hidden(FIRST, SECOND), message("'content':'a😀b','reasoning_content':'xy'")));
    }

    @Test
    void the_escapes_of_the_client_are_preserved() {
        assertEquals(
                List.of(
                        message("'content':'\\u0061\\ud83d\\ude00','tool_calls':[" + RECALL + "]"),
                        FOUND,
                        message("'content':'b'")),
                restore(hidden(FIRST, SECOND), message("'content':'\\u0061\\ud83d\\ude00b'")));
    }

    @Test
    void a_list_of_one_text_is_split_too() {
        assertEquals(
                List.of(message("'content':'a😀','tool_calls':[" + RECALL + "]"), FOUND, message("'content':'b'")),
                restore(hidden(FIRST, SECOND), message("'content':[{'type':'text','text':'a😀b'}]")));
    }

    @Test
    void in_a_mixed_round_the_hidden_call_is_restored_and_its_result_follows_those_of_the_client() {
        String both = message("'content':'a','tool_calls':[" + RECALL + "," + BASH + "]");

        assertEquals(
                List.of(both, DONE, FOUND, USER),
                restore(hidden(both), message("'content':'a','tool_calls':[" + BASH + "]"), DONE, USER));
    }

    @Test
    void a_message_that_is_entirely_the_last_round_is_unchanged() {
        String own = "{'content':'b' , 'role':'assistant'}";

        assertEquals(
                List.of(message("'content':null,'tool_calls':[" + RECALL + "]"), FOUND, own),
                restore(
                        hidden(message("'content':null,'tool_calls':[" + RECALL + "]"), message("'content':'b'")),
                        own));
    }

    @Test
    void a_last_round_without_text_leaves_no_empty_message() {
        assertEquals(
                List.of(message("'content':'a','tool_calls':[" + RECALL + "]"), FOUND, USER),
                restore(
                        hidden(message("'content':'a','tool_calls':[" + RECALL + "]"), message("'content':''")),
                        message("'content':'a'"),
                        USER));
    }

    @Test
    void an_answer_edited_by_the_client_is_unchanged() {
        HiddenCalls hidden = hidden(FIRST, SECOND);
        for (String own : List.of(
                message("'content':'a😀'"),
                message("'content':'a😀bc'"),
                message("'content':'a😀b','reasoning_content':'x'"),
                message("'content':'a😀b','tool_calls':[" + BASH + "]"),
                USER,
                "7")) {
            assertEquals(List.of(own), restore(hidden, own), own);
        }
    }

    @Test
    void without_client_results_the_hidden_call_of_a_mixed_round_is_omitted() {
        HiddenCalls hidden = hidden(message("'content':null,'tool_calls':[" + RECALL + "," + BASH + "]"));
        String own = message("'content':null,'tool_calls':[" + BASH + "]");

        assertEquals(List.of(own, USER), restore(hidden, own, USER));
    }
}
