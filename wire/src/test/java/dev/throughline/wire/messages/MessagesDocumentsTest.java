package dev.throughline.wire.messages;

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

class MessagesDocumentsTest {
    private static final String BODY =
            "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":"
                + " [{\"type\":\"text\", \"text\":"
                + "\"plain\\u0020json\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":5,"
                + "\"cache_read_input_tokens\":6,\"output_tokens\":7}}";

    @Test
    void the_content_becomes_a_message_unchanged() {
        ReplyPlaybook.of(MessagesDocuments::reader, BODY)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("msg_1"),
                        some("m"),
                        some("end_turn"),
                        List.of(Bytes.of("{\"role\":\"assistant\",\"content\":[{\"type\":\"text\","
                                + " \"text\":\"plain\\u0020json\"}]}")),
                        List.of(),
                        Optional.of(new Usage(5, 6, 0, 7))));
    }

    @Test
    void an_error_body_is_a_failed_reply_with_its_raw_bytes() {
        String body = "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Rate limited\"}}";
        ReplyPlaybook.of(MessagesDocuments::reader, body)
                .expect(new Reply(
                        Ending.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        some("rate_limit_error"),
                        List.of(),
                        List.of(Bytes.of(body)),
                        Optional.empty()));
    }

    @Test
    void damaged_input_causes_no_exception() {
        ReplyPlaybook.of(MessagesDocuments::reader, BODY).survivesMutations(20_000);
    }

    private static final String RECALL = "{'type':'tool_use','id':'t1','name':'recall','input':{}}";
    private static final String BASH = "{'type':'tool_use','id':'t2','name':'Bash','input':{}}";

    private static String message(String id, String content, String reason, int tokens, int words) {
        return quoted("{'id':'" + id + "','model':'m','content':[" + content + "],'stop_reason':'" + reason
                + "','usage':{'input_tokens':" + tokens + ",'output_tokens':" + words + "}}");
    }

    @Test
    void the_documents_of_all_rounds_become_one() {
        assertEquals(
                message("m1", "{'type':'text','text':'a'},{'type':'text','text':'b'}", "end_turn", 4, 7),
                SplicedReplies.of(
                                MessagesDialect.NAME,
                                ReplyForm.DOCUMENT,
                                message("m1", "{'type':'text','text':'a'}," + RECALL, "tool_use", 3, 3),
                                message("m2", "{'type':'text','text':'b'}", "end_turn", 4, 4))
                        .finished());
    }

    @Test
    void the_stop_reason_matches_the_calls_that_the_client_sees() {
        assertEquals(
                message("m1", BASH, "tool_use", 3, 3),
                SplicedReplies.of(
                                MessagesDialect.NAME,
                                ReplyForm.DOCUMENT,
                                message("m1", RECALL + "," + BASH, "tool_use", 3, 3))
                        .finished());
        assertEquals(
                message("m1", "", "end_turn", 3, 3),
                SplicedReplies.of(MessagesDialect.NAME, ReplyForm.DOCUMENT, message("m1", RECALL, "tool_use", 3, 3))
                        .finished());
    }
}
