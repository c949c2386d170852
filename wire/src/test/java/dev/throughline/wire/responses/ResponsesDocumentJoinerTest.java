package dev.throughline.wire.responses;

import static dev.throughline.wire.reply.PlayedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.LocalToolCodec.Form;
import dev.throughline.wire.reply.PlayedReplies;
import org.junit.jupiter.api.Test;

class ResponsesDocumentJoinerTest {
    private static String response(String id, int created, String output, int tokens, int words) {
        return quoted("{'id':'" + id + "','created_at':" + created + ",'model':'m','status':'completed','output':["
                + output + "],'usage':{'input_tokens':" + tokens + ",'output_tokens':" + words + "}}");
    }

    @Test
    void documents_become_one() {
        String recall = "{'type':'function_call','id':'f','call_id':'c','name':'recall','arguments':'{}'}";

        assertEquals(
                response("r1", 1, "{'type':'message','id':'a'},{'type':'message','id':'b'}", 4, 7),
                PlayedReplies.of(
                                ResponsesDialect.NAME,
                                Form.DOCUMENT,
                                response("r1", 1, "{'type':'message','id':'a'}," + recall, 3, 3),
                                response("r2", 2, "{'type':'message','id':'b'}", 4, 4))
                        .finished());
    }
}
