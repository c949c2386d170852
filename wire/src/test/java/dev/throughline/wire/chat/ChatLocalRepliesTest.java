package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.LocalReply;
import dev.throughline.wire.LocalReplyTest;
import org.junit.jupiter.api.Test;

final class ChatLocalRepliesTest {
    private static final String HEAD = """
        {"id":"chatcmpl-01920000000070008000000000000001","object":"OBJECT","created":1700000000,"model":"m",\
        "system_fingerprint":null,\
        """;
    private static final String CHUNK = "data: " + HEAD.replace("OBJECT", "chat.completion.chunk");
    private static final String USAGE = """
        "usage":{"prompt_tokens":5,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens":2,\
        "completion_tokens_details":{"reasoning_tokens":0},"total_tokens":7}}\
        """;

    private static String write(boolean isStreaming, String more, String text) {
        LocalReply reply = LocalReplyTest.reply(text);
        return ChatDialect.WIRE
                .localReply(LocalReplyTest.request(ChatDialect.WIRE, isStreaming, more), reply)
                .utf8();
    }

    private static String choice(String delta, String reason) {
        return "\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"logprobs\":null,\"finish_reason\":" + reason + "}]";
    }

    @Test
    void a_document_has_one_choice() {
        String expected = HEAD.replace("OBJECT", "chat.completion") + """
            "choices":[{"index":0,"message":{"role":"assistant","content":"hi","refusal":null,"annotations":[]},\
            "logprobs":null,"finish_reason":"stop"}],\
            """ + USAGE;
        assertEquals(expected, write(/* isStreaming= */ false, "", "hi"));
    }

    @Test
    void a_stream_has_the_role_the_text_the_reason_and_the_end() {
        String expected = CHUNK
                + choice("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null")
                + "}\n\n"
                + CHUNK
                + choice("{\"content\":\"hi\"}", "null")
                + "}\n\n"
                + CHUNK
                + choice("{}", "\"stop\"")
                + "}\n\ndata: [DONE]\n\n";
        assertEquals(expected, write(/* isStreaming= */ true, "", "hi"));
    }

    @Test
    void a_stream_reports_the_usage_if_the_client_asks_for_it() {
        String expected = CHUNK
                + choice("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null")
                + ",\"usage\":null}\n\n"
                + CHUNK
                + choice("{}", "\"stop\"")
                + ",\"usage\":null}\n\n"
                + CHUNK
                + "\"choices\":[],"
                + USAGE
                + "\n\ndata: [DONE]\n\n";
        assertEquals(expected, write(/* isStreaming= */ true, ",\"stream_options\":{\"include_usage\":true}", ""));
    }
}
