package dev.throughline.wire.responses;

import static dev.throughline.wire.ReplyPlaybook.some;
import static dev.throughline.wire.reply.SplicedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.ReplyDraft;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponsesDocumentsTest {
    private static final String ITEM = "{\"type\":\"message\","
            + " \"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"plain\\u0020json\"}]}";
    private static final String BODY =
            "{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"model\":\"m\",\"error\":null,\"output\":["
                + " "
                    + ITEM
                    + " ],\"usage\":{\"input_tokens\":11,\"input_tokens_details\":{\"cached_tokens\":4,\"cache_write_tokens\":2},"
                    + "\"output_tokens\":3}}";

    @Test
    void each_output_item_is_an_element() {
        ReplyPlaybook.of(ResponsesDocuments::reader, BODY)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("resp_1"),
                        some("m"),
                        Optional.empty(),
                        List.of(Bytes.of(ITEM)),
                        List.of(),
                        Optional.of(new Usage(5, 4, 2, 3))));
    }

    @Test
    void an_error_body_is_a_failed_reply_with_its_raw_bytes() {
        String body = "{\"error\":{\"message\":\"Rate limit"
                + " reached\",\"type\":\"requests\",\"code\":\"rate_limit_exceeded\"}}";
        ReplyPlaybook.of(ResponsesDocuments::reader, body).expect(failed(some("rate_limit_exceeded"), List.of(), body));
    }

    @Test
    void a_failed_response_keeps_its_items_and_its_error() {
        String body = "{\"status\":\"failed\",\"error\":{\"code\":\"server_error\"},\"output\":[" + ITEM + "]}";
        ReplyPlaybook.of(ResponsesDocuments::reader, body)
                .expect(failed(some("server_error"), List.of(Bytes.of(ITEM)), body));
    }

    @Test
    void an_incomplete_response_has_its_reason() {
        ReplyPlaybook.of(
                        ResponsesDocuments::reader,
                        "{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"content_filter\"},\"output\":[]}")
                .expect(new Reply(
                        Ending.INCOMPLETE,
                        Optional.empty(),
                        Optional.empty(),
                        some("content_filter"),
                        List.of(),
                        List.of(),
                        Optional.empty()));
    }

    @Test
    void damaged_input_causes_no_exception() {
        ReplyPlaybook.of(ResponsesDocuments::reader, BODY).survivesMutations(20_000);
    }

    private static Reply failed(Optional<String> why, List<Bytes> elements, String body) {
        return new Reply(
                Ending.FAILED,
                Optional.empty(),
                Optional.empty(),
                why,
                elements,
                List.of(Bytes.of(body)),
                Optional.empty());
    }

    @Test
    void the_status_determines_the_ending() {
        assertEquals(Ending.COMPLETE, describe("{}").ending());
        assertEquals(
                Ending.COMPLETE,
                describe("{\"status\":\"completed\",\"error\":null}").ending());
        assertEquals(Ending.FAILED, describe("{\"status\":\"failed\"}").ending());
        assertEquals(Ending.FAILED, describe("{\"error\":{}}").ending());
        assertEquals(Ending.INCOMPLETE, describe("{\"status\":\"cancelled\"}").ending());
    }

    @Test
    void invalid_token_counts_are_zero() {
        assertEquals(
                Optional.of(new Usage(0, 50, 0, 0)),
                describe(
                                "{\"usage\":{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":50},\"output_tokens\":-4}}")
                        .usage());
        assertEquals(Optional.empty(), describe("{\"usage\":7}").usage());
    }

    private static Reply describe(String json) {
        ReplyDraft draft = new ReplyDraft();
        ResponsesDocuments.describe(RawObject.of(Bytes.of(json)).orElseThrow(), draft);
        return draft.finish();
    }

    private static String response(String id, int created, String output, int tokens, int words) {
        return quoted("{'id':'" + id + "','created_at':" + created + ",'model':'m','status':'completed','output':["
                + output + "],'usage':{'input_tokens':" + tokens + ",'output_tokens':" + words + "}}");
    }

    @Test
    void the_documents_of_all_rounds_become_one() {
        String recall = "{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':'{}'}";

        assertEquals(
                response("r1", 1, "{'type':'message','id':'a'},{'type':'message','id':'b'}", 4, 7),
                SplicedReplies.of(
                                ResponsesDialect.NAME,
                                ReplyForm.DOCUMENT,
                                response("r1", 1, "{'type':'message','id':'a'}," + recall, 3, 3),
                                response("r2", 2, "{'type':'message','id':'b'}", 4, 4))
                        .finished());
    }
}
