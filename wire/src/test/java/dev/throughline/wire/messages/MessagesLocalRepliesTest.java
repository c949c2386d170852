package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.LocalReply;
import dev.throughline.wire.LocalReplyTest;
import org.junit.jupiter.api.Test;

final class MessagesLocalRepliesTest {
    private static final String HEAD = """
        {"id":"msg_01920000000070008000000000000001","type":"message","role":"assistant","model":"m",\
        """;
    private static final String INPUT = """
        {"input_tokens":5,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":\
        """;
    private static final String START = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":" + HEAD
            + "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":" + INPUT + "0}}}\n\n";
    private static final String END = """
        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":INPUT2}}

        event: message_stop
        data: {"type":"message_stop"}

        """.replace("INPUT", INPUT);

    private static String write(boolean isStreaming, String text) {
        LocalReply reply = LocalReplyTest.reply(text);
        return MessagesDialect.WIRE
                .localReply(LocalReplyTest.request(MessagesDialect.WIRE, isStreaming, ""), reply)
                .utf8();
    }

    @Test
    void a_document_is_a_message_with_one_block() {
        assertEquals(
                HEAD
                        + "\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],"
                        + "\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":"
                        + INPUT
                        + "2}}",
                write(/* isStreaming= */ false, "hi"));
    }

    @Test
    void a_stream_begins_one_block_and_ends_it() {
        assertEquals(START + """
            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            """ + END, write(/* isStreaming= */ true, "hi"));
    }

    @Test
    void an_empty_stream_has_no_block() {
        assertEquals(START + END, write(/* isStreaming= */ true, ""));
    }
}
