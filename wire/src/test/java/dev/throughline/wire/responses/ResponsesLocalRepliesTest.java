package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.wire.LocalReply;
import dev.throughline.wire.LocalReplyTest;
import dev.throughline.wire.Request;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ResponsesLocalRepliesTest {
    private static final String ID = "01920000000070008000000000000001";
    private static final String CONTENT = """
        {"type":"output_text","annotations":[],"logprobs":[],"text":"hi"}\
        """;
    private static final String ITEM = "{\"id\":\"msg_" + ID
            + "\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\",\"content\":[" + CONTENT + "]}";
    private static final String PLACE = "\"item_id\":\"msg_" + ID + "\",\"output_index\":0,\"content_index\":0,";
    private static final String USAGE = """
        {"input_tokens":5,"input_tokens_details":{"cached_tokens":0},"output_tokens":2,\
        "output_tokens_details":{"reasoning_tokens":0},"total_tokens":7}\
        """;

    private static String write(boolean isStreaming, String more, String text) {
        LocalReply reply = LocalReplyTest.reply(text);
        return ResponsesDialect.WIRE
                .localReply(LocalReplyTest.request(ResponsesDialect.WIRE, isStreaming, more), reply)
                .utf8();
    }

    private static String response(String status, String output, String usage) {
        return "{\"id\":\"resp_" + ID + "\",\"object\":\"response\",\"created_at\":1700000000,\"status\":\"" + status
                + """
                ","background":false,"error":null,"incomplete_details":null,"instructions":null,"metadata":{},\
                "model":"m","output":[\
                """ + output + """
                ],"parallel_tool_calls":true,"temperature":null,"tool_choice":"auto","tools":[],"top_p":null,\
                "usage":\
                """ + usage + "}";
    }

    private static String event(int number, String type, String rest) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":" + number + "," + rest
                + "}\n\n";
    }

    @Test
    void a_document_is_a_completed_response_with_one_message() {
        assertEquals(response("completed", ITEM, USAGE), write(/* isStreaming= */ false, "", "hi"));
    }

    @Test
    void a_stream_has_the_events_of_one_message() {
        String begun = "\"response\":" + response("in_progress", "", "null");
        String empty = CONTENT.replace("hi", "");
        assertEquals(
                event(0, "response.created", begun)
                        + event(1, "response.in_progress", begun)
                        + event(
                                2,
                                "response.output_item.added",
                                "\"output_index\":0,\"item\":"
                                        + ITEM.replace("completed", "in_progress")
                                                .replace(CONTENT, ""))
                        + event(3, "response.content_part.added", PLACE + "\"part\":" + empty)
                        + event(4, "response.output_text.delta", PLACE + "\"delta\":\"hi\",\"logprobs\":[]")
                        + event(5, "response.output_text.done", PLACE + "\"text\":\"hi\",\"logprobs\":[]")
                        + event(6, "response.content_part.done", PLACE + "\"part\":" + CONTENT)
                        + event(7, "response.output_item.done", "\"output_index\":0,\"item\":" + ITEM)
                        + event(8, "response.completed", "\"response\":" + response("completed", ITEM, USAGE)),
                write(/* isStreaming= */ true, "", "hi"));
    }

    @Test
    void an_empty_stream_has_no_output() {
        String begun = "\"response\":" + response("in_progress", "", "null");
        assertEquals(
                event(0, "response.created", begun)
                        + event(1, "response.in_progress", begun)
                        + event(2, "response.completed", "\"response\":" + response("completed", "", USAGE)),
                write(/* isStreaming= */ true, "", ""));
    }

    @Test
    void a_reply_in_a_stored_conversation_keeps_the_id_that_the_provider_knows() {
        String reply = write(/* isStreaming= */ false, ",\"previous_response_id\":\"resp_stored\"", "hi");
        assertTrue(reply.startsWith("{\"id\":\"resp_stored\","), reply);
    }

    @Test
    void a_reply_in_place_of_one_of_the_provider_has_its_id() {
        LocalReply reply = LocalReplyTest.reply("");
        LocalReply replaced =
                new LocalReply(reply.turn(), reply.at(), "", reply.usage(), Optional.of("resp_of_the_provider"));
        Request request = LocalReplyTest.request(
                ResponsesDialect.WIRE, /* isStreaming= */ true, ",\"previous_response_id\":\"resp_stored\"");
        String stream = ResponsesDialect.WIRE.localReply(request, replaced).utf8();
        assertTrue(stream.contains("\"id\":\"resp_of_the_provider\""), stream);
        assertFalse(stream.contains("resp_stored"), stream);
    }
}
