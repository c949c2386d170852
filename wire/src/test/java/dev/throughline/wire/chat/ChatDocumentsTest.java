package dev.throughline.wire.chat;

import static dev.throughline.wire.ReplyPlaybook.some;
import static dev.throughline.wire.reply.SplicedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChatDocumentsTest {
    private static final String MESSAGE = "{\"role\":\"assistant\", \"content\":\"plain\\/json\",\"refusal\":null}";
    private static final String BODY =
            "{\"id\":\"x\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
                    + MESSAGE
                    + ",\"finish_reason\":\"stop\"},{\"index\":1,\"message\":{\"content\":\"b\"},\"finish_reason\":\"length\"}],"
                    + "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":8}}}";

    @Test
    void each_message_is_an_element_and_the_first_choice_determines_the_ending() {
        ReplyPlaybook.of(ChatDocuments::reader, BODY)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("x"),
                        some("m"),
                        some("stop"),
                        List.of(Bytes.of(MESSAGE), Bytes.of("{\"content\":\"b\"}")),
                        List.of(),
                        Optional.of(new Usage(1, 8, 0, 2))));
    }

    @Test
    void an_error_body_is_a_failed_reply_with_its_raw_bytes() {
        String body = "{\"error\":{\"message\":\"scripted 429\",\"type\":\"scripted\",\"code\":null}}";
        ReplyPlaybook.of(ChatDocuments::reader, body)
                .expect(new Reply(
                        Ending.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        some("scripted"),
                        List.of(),
                        List.of(Bytes.of(body)),
                        Optional.empty()));
    }

    @Test
    void damaged_input_causes_no_exception() {
        ReplyPlaybook.of(ChatDocuments::reader, BODY).survivesMutations(20_000);
    }

    private static final String RECALL = "{'id':'c1','type':'function','function':{'name':'recall','arguments':'{}'}}";
    private static final String BASH = "{'id':'c2','type':'function','function':{'name':'Bash','arguments':'{}'}}";

    private static String completion(String id, int created, String message, String reason, int tokens, int words) {
        return quoted("{'id':'" + id + "','created':" + created + ",'model':'m','choices':[{'index':0,'message':{"
                + message + "},'finish_reason':'" + reason + "'}],'usage':{'prompt_tokens':" + tokens
                + ",'completion_tokens':" + words + "}}");
    }

    @Test
    void the_documents_of_all_rounds_become_one() {
        assertEquals(
                completion("c1", 1, "'role':'assistant','content':'ab','reasoning_content':'xy'", "stop", 4, 7),
                SplicedReplies.of(
                                ChatDialect.NAME,
                                ReplyForm.DOCUMENT,
                                completion(
                                        "c1",
                                        1,
                                        "'role':'assistant','content':'a','reasoning_content':'x','tool_calls':["
                                                + RECALL + "]",
                                        "tool_calls",
                                        3,
                                        3),
                                completion(
                                        "c2",
                                        2,
                                        "'role':'assistant','content':'b','reasoning_content':'y'",
                                        "stop",
                                        4,
                                        4))
                        .finished());
    }

    @Test
    void the_stop_reason_matches_the_calls_that_the_client_sees() {
        assertEquals(
                completion(
                        "c1", 1, "'role':'assistant','content':null,'tool_calls':[" + BASH + "]", "tool_calls", 3, 3),
                SplicedReplies.of(
                                ChatDialect.NAME,
                                ReplyForm.DOCUMENT,
                                completion(
                                        "c1",
                                        1,
                                        "'role':'assistant','content':null,'tool_calls':[" + RECALL + "," + BASH + "]",
                                        "tool_calls",
                                        3,
                                        3))
                        .finished());
        assertEquals(
                completion("c1", 1, "'role':'assistant','content':'a'", "stop", 3, 3),
                SplicedReplies.of(
                                ChatDialect.NAME,
                                ReplyForm.DOCUMENT,
                                completion(
                                        "c1",
                                        1,
                                        "'role':'assistant','content':'a','tool_calls':[" + RECALL + "]",
                                        "tool_calls",
                                        3,
                                        3))
                        .finished());
    }
}
