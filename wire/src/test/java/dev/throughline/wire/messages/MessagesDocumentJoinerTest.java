package dev.throughline.wire.messages;

import static dev.throughline.wire.reply.PlayedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.LocalToolCodec.Form;
import dev.throughline.wire.reply.PlayedReplies;
import org.junit.jupiter.api.Test;

class MessagesDocumentJoinerTest {
    private static final String RECALL = "{'type':'tool_use','id':'t1','name':'recall','input':{}}";
    private static final String BASH = "{'type':'tool_use','id':'t2','name':'Bash','input':{}}";

    private static String message(String id, String content, String reason, int tokens, int words) {
        return quoted("{'id':'" + id + "','model':'m','content':[" + content + "],'stop_reason':'" + reason
                + "','usage':{'input_tokens':" + tokens + ",'output_tokens':" + words + "}}");
    }

    @Test
    void documents_become_one() {
        assertEquals(
                message("m1", "{'type':'text','text':'a'},{'type':'text','text':'b'}", "end_turn", 4, 7),
                PlayedReplies.of(
                                MessagesDialect.NAME,
                                Form.DOCUMENT,
                                message("m1", "{'type':'text','text':'a'}," + RECALL, "tool_use", 3, 3),
                                message("m2", "{'type':'text','text':'b'}", "end_turn", 4, 4))
                        .finished());
    }

    @Test
    void the_reason_to_stop_is_the_clients() {
        assertEquals(
                message("m1", BASH, "tool_use", 3, 3),
                PlayedReplies.of(
                                MessagesDialect.NAME,
                                Form.DOCUMENT,
                                message("m1", RECALL + "," + BASH, "tool_use", 3, 3))
                        .finished());
        assertEquals(
                message("m1", "", "end_turn", 3, 3),
                PlayedReplies.of(MessagesDialect.NAME, Form.DOCUMENT, message("m1", RECALL, "tool_use", 3, 3))
                        .finished());
    }
}
