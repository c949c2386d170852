package dev.throughline.wire.messages;

import static dev.throughline.wire.ReplyPlaybook.some;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import dev.throughline.wire.json.RawObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessagesStreamReaderTest {
    private static final String START = event(
            "message_start",
            "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":"
                + "\"claude-opus-5-5\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":10,"
                + "\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":90,\"output_tokens\":1}}}");
    private static final String TEXT = event(
                    "content_block_start",
                    "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}")
            + delta(0, "{\"type\":\"text_delta\",\"text\":\"Hel\\ud83d\"}")
            + event("ping", "{\"type\":\"ping\"}")
            + delta(0, "{\"type\":\"text_delta\",\"text\":\"\\ude00 ü\"}");
    private static final String STOP = event("message_stop", "{\"type\":\"message_stop\"}");

    private static final String TOOLS = START
            + event(
                    "content_block_start",
                    "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\","
                        + "\"signature\":\"\"}}")
            + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"let \"}")
            + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"me\"}")
            + delta(0, "{\"type\":\"signature_delta\",\"signature\":\"EqQB==\"}")
            + event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}")
            + event(
                    "content_block_start",
                    "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"redacted_thinking\",\"data\""
                        + " : \"a\\/b\"}}")
            + event(
                    "content_block_start",
                    "{\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"text\",\"text\":\"\","
                            + "\"citations\":[]}}")
            + delta(2, "{\"type\":\"text_delta\",\"text\":\"Run\"}")
            + delta(2, "{\"type\":\"citations_delta\",\"citation\":{\"cited_text\":\"a\"}}")
            + delta(2, "{\"type\":\"citations_delta\",\"citation\":{\"cited_text\":\"b\"}}")
            + event(
                    "content_block_start",
                    "{\"type\":\"content_block_start\",\"index\":3,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\","
                        + "\"name\":\"Bash\",\"input\":{},\"caller\":{\"type\":\"direct\"}}}")
            + delta(3, "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}")
            + delta(3, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"command\\\": \\\"echo\\\\n\\ud83d\"}")
            + delta(3, "{\"type\":\"input_json_delta\",\"partial_json\":\"\\ude00\\\"}\"}")
            + event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":3}")
            + event(
                    "content_block_start",
                    "{\"type\":\"content_block_start\",\"index\":4,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_2\","
                        + "\"name\":\"List\",\"input\":{}}}")
            + event(
                    "message_delta",
                    "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":"
                        + "{\"output_tokens\":25}}")
            + STOP;

    @Test
    void blocks_become_one_message_with_all_members_of_their_start_events() {
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(TOOLS))
                .expect(reply(
                        Ending.COMPLETE,
                        some("tool_use"),
                        25,
                        List.of(
                                Bytes.of(
                                        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"let"
                                            + " me\",\"signature\":\"EqQB==\"},{\"type\":\"redacted_thinking\",\"data\""
                                            + " : \"a\\/b\"},"
                                            + "{\"type\":\"text\",\"text\":\"Run\",\"citations\":[{\"cited_text\":\"a\"},{\"cited_text\":\"b\"}]},"
                                            + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"Bash\",\"input\":{\"command\":"
                                            + " \"echo\\n"
                                            + "😀\"},\"caller\":{\"type\":\"direct\"}},"
                                            + "{\"type\":\"tool_use\",\"id\":\"toolu_2\",\"name\":\"List\",\"input\":{}}]}")),
                        List.of()));
    }

    @Test
    void a_message_with_a_stop_event_or_a_stop_reason_is_not_cut() {
        List<Bytes> message = List.of(Bytes.of(
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Hel\\ud83d\\ude00 ü\"}]}"));
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(START + TEXT + reason("end_turn")))
                .expect(reply(Ending.COMPLETE, some("end_turn"), 9, message, List.of()));
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(START + TEXT + STOP))
                .expect(reply(Ending.COMPLETE, Optional.empty(), 1, message, List.of()));
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(START + TEXT))
                .expect(reply(Ending.CUT, Optional.empty(), 1, message, List.of()));
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(START + TEXT + reason("max_tokens") + STOP))
                .expect(reply(Ending.INCOMPLETE, some("max_tokens"), 9, message, List.of()));
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(START + TEXT + reason("refusal") + STOP))
                .expect(reply(Ending.COMPLETE, some("refusal"), 9, message, List.of()));
    }

    @Test
    void an_incomplete_tool_input_is_kept_as_a_string() {
        String cut = START
                + event(
                        "content_block_start",
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\","
                            + "\"name\":\"Bash\",\"input\":{}}}")
                + delta(0, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"comm\"}");
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(cut))
                .expect(reply(
                        Ending.CUT,
                        Optional.empty(),
                        1,
                        List.of(Bytes.of(
                                "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":"
                                        + "\"Bash\",\"input\":\"{\\\"comm\"}]}")),
                        List.of()));
    }

    @Test
    void an_error_fails_the_reply_and_unknown_events_are_kept_as_unread() {
        String error = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
        String newDelta =
                "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"smell_delta\",\"smell\":\"rose\"}}";
        String noBlock =
                "{\"type\":\"content_block_delta\",\"index\":7,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}";
        String fed = START
                + TEXT
                + event("content_block_delta", newDelta)
                + event("content_block_delta", noBlock)
                + event("message_weather", "{\"type\":\"message_weather\"}")
                + event("error", error);
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(fed))
                .expect(reply(
                        Ending.FAILED,
                        some("overloaded_error"),
                        1,
                        List.of(Bytes.of(
                                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Hel\\ud83d\\ude00"
                                        + " ü\"}]}")),
                        List.of(
                                Bytes.of(newDelta),
                                Bytes.of(noBlock),
                                Bytes.of("{\"type\":\"message_weather\"}"),
                                Bytes.of(error))));
    }

    @Test
    void damaged_input_causes_no_exception() {
        new ReplyPlaybook(MessagesStreamReader::new, Bytes.of(TOOLS)).survivesMutations(20_000);
    }

    private static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    private static String delta(int index, String delta) {
        return event(
                "content_block_delta",
                "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}");
    }

    private static String reason(String reason) {
        return event(
                "message_delta",
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                        + "\"},\"usage\":{\"output_tokens\":9}}");
    }

    private static Reply reply(
            Ending ending, Optional<String> stop, long output, List<Bytes> elements, List<Bytes> unread) {
        return new Reply(
                ending,
                some("msg_1"),
                some("claude-opus-5-5"),
                stop,
                elements,
                unread,
                Optional.of(new Usage(10, 90, 3, output)));
    }

    @Test
    void a_limit_is_incomplete_and_a_refusal_is_complete() {
        assertEquals(Ending.INCOMPLETE, MessagesStreamReader.ending("max_tokens"));
        assertEquals(Ending.INCOMPLETE, MessagesStreamReader.ending("model_context_window_exceeded"));
        assertEquals(Ending.COMPLETE, MessagesStreamReader.ending("refusal"));
        assertEquals(Ending.COMPLETE, MessagesStreamReader.ending("end_turn"));
    }

    @Test
    void later_usage_numbers_replace_earlier_ones_and_missing_ones_change_nothing() {
        Optional<Usage> usage = usage(Optional.empty(), "null");
        assertEquals(Optional.empty(), usage);
        usage = usage(
                usage,
                "{\"input_tokens\":10,\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":null,\"output_tokens\":1}");
        usage = usage(usage, "null");
        usage = usage(usage, "{\"cache_read_input_tokens\":7,\"output_tokens\":25}");
        assertEquals(Optional.of(new Usage(10, 7, 3, 25)), usage);
    }

    private static Optional<Usage> usage(Optional<Usage> before, String json) {
        return MessagesStreamReader.usage(
                before, RawObject.of(Bytes.of("{\"usage\":" + json + "}")).orElseThrow());
    }
}
