package dev.throughline.wire.chat;

import static dev.throughline.wire.reply.PlayedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.LocalToolCodec.Form;
import dev.throughline.wire.reply.PlayedReplies;
import org.junit.jupiter.api.Test;

class ChatDocumentJoinerTest {
    private static final String RECALL = "{'id':'c1','type':'function','function':{'name':'recall','arguments':'{}'}}";
    private static final String BASH = "{'id':'c2','type':'function','function':{'name':'Bash','arguments':'{}'}}";

    private static String completion(String id, int created, String message, String reason, int tokens, int words) {
        return quoted("{'id':'" + id + "','created':" + created + ",'model':'m','choices':[{'index':0,'message':{"
                + message + "},'finish_reason':'" + reason + "'}],'usage':{'prompt_tokens':" + tokens
                + ",'completion_tokens':" + words + "}}");
    }

    @Test
    void documents_become_one() {
        assertEquals(
                completion("c1", 1, "'role':'assistant','content':'ab','reasoning_content':'xy'", "stop", 4, 7),
                PlayedReplies.of(
                                ChatDialect.NAME,
                                Form.DOCUMENT,
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
    void the_reason_to_stop_is_the_clients() {
        assertEquals(
                completion(
                        "c1", 1, "'role':'assistant','content':null,'tool_calls':[" + BASH + "]", "tool_calls", 3, 3),
                PlayedReplies.of(
                                ChatDialect.NAME,
                                Form.DOCUMENT,
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
                PlayedReplies.of(
                                ChatDialect.NAME,
                                Form.DOCUMENT,
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
