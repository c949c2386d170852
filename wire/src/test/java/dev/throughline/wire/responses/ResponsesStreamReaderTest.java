package dev.throughline.wire.responses;

import static dev.throughline.wire.ReplyPlaybook.some;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponsesStreamReaderTest {
    private static final String REASONING =
            "{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"run\"}],\"content\":null,"
                + "\"encrypted_content\":\"gAAA==\"}";
    private static final String MESSAGE = "{\"type\":\"message\","
        + " \"id\":\"msg_1\",\"status\":\"completed\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"H\\u00e9llo"
        + " \\ud83d\\ude00 \\/ ü\",\"annotations\":[],\"logprobs\":[]}] }";
    private static final String CALL =
            "{\"id\":\"fc_1\",\"type\":\"function_call\",\"status\":\"completed\",\"name\":\"exec_command\",\"arguments\":"
                + "\"{\\\"cmd\\\":\\\"ls\\\"}\",\"call_id\":\"call_1\",\"odd\":1e5}";
    private static final String USAGE = "{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":60},"
            + "\"output_tokens\":7,\"output_tokens_details\":{\"reasoning_tokens\":3},\"total_tokens\":107}";

    private static final String[] WHOLE = {
        ": keep-alive",
        "",
        "event: response.created",
        "data:"
            + " {\"type\":\"response.created\",\"response\":{\"id\":\"resp_1\",\"model\":\"gpt-5.5\",\"status\":\"in_progress\"}}",
        "",
        "event: response.in_progress",
        "data: {\"type\":\"response.in_progress\",\"response\":{\"id\":\"resp_1\"}}",
        "",
        "event: response.output_item.added",
        "data:"
            + " {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_1\"}}",
        "",
        "event: response.reasoning_summary_text.delta",
        "data: {\"type\":\"response.reasoning_summary_text.delta\",\"output_index\":0,\"delta\":\"run\"}",
        "",
        "event: response.output_item.done",
        "data: {\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":" + REASONING + "}",
        "",
        "event: response.output_item.done",
        "data: {\"type\":\"response.output_item.done\",\"item\": " + MESSAGE + " ,\"output_index\":1}",
        "",
        "event: response.output_item.done",
        "data: {\"type\":\"response.output_item.done\",\"output_index\":2,\"item\":" + CALL + "}",
        "",
        "event: response.completed",
        "data:"
            + " {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"model\":\"gpt-5.5\",\"status\":\"completed\","
            + "\"error\":null,\"output\":[{\"ignored\":true}],\"usage\":" + USAGE + "}}",
        "",
        ""
    };

    private static final String[] ADDED = {
        "data: {\"type\":\"response.created\",\"response\":{\"id\":\"resp_2\",\"model\":\"m\"}}",
        "",
        "data: {\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":" + REASONING + "}",
        "",
        "data:"
            + " {\"type\":\"response.output_item.added\",\"output_index\":1,\"item\":{\"type\":\"message\",\"id\":\"msg_2\",\"content\":[]}}",
        "",
        "data: {\"type\":\"response.output_text.delta\",\"output_index\":1,\"delta\":\"half \\ud83d\"}",
        "",
        "data: {\"type\":\"response.output_text.delta\",\"output_index\":1,\"delta\":\"\\ude00\\n\"}",
        "",
        "data:"
            + " {\"type\":\"response.output_item.added\",\"output_index\":2,\"item\":{\"type\":\"function_call\",\"call_id\":\"c\"}}",
        "",
        "data: {\"type\":\"response.function_call_arguments.delta\",\"output_index\":2,\"delta\":\"{\\\"a\"}",
        "",
    };

    @Test
    void every_completed_item_becomes_an_element_with_its_exact_bytes() {
        ReplyPlaybook.of(ResponsesStreamReader::new, WHOLE)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("resp_1"),
                        some("gpt-5.5"),
                        Optional.empty(),
                        List.of(Bytes.of(REASONING), Bytes.of(MESSAGE), Bytes.of(CALL)),
                        List.of(),
                        Optional.of(new Usage(40, 60, 0, 7))));
    }

    @Test
    void two_events_without_names_make_a_complete_reply() {
        ReplyPlaybook.of(
                        ResponsesStreamReader::new,
                        "data: {\"type\":\"response.output_item.done\",\"item\":" + CALL + "}",
                        "",
                        "data: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\"}}",
                        "",
                        "")
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("resp_1"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(Bytes.of(CALL)),
                        List.of(),
                        Optional.empty()));
    }

    @Test
    void the_last_event_is_read_without_its_blank_line() {
        ReplyPlaybook.of(
                        ResponsesStreamReader::new,
                        "data: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\"}}")
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("resp_1"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty()));
    }

    @Test
    void the_output_of_the_last_event_is_used_if_no_item_was_completed() {
        ReplyPlaybook.of(
                        ResponsesStreamReader::new,
                        "event: response.completed",
                        "data: {\"response\":{\"status\":\"completed\",\"output\":[" + MESSAGE + " , " + CALL + "]}}",
                        "",
                        "")
                .expect(new Reply(
                        Ending.COMPLETE,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(Bytes.of(MESSAGE), Bytes.of(CALL)),
                        List.of(),
                        Optional.empty()));
    }

    @Test
    void a_cut_stream_keeps_the_text_of_incomplete_items() {
        ReplyPlaybook.of(ResponsesStreamReader::new, ADDED)
                .expect(new Reply(
                        Ending.CUT,
                        some("resp_2"),
                        some("m"),
                        Optional.empty(),
                        List.of(
                                Bytes.of(REASONING),
                                partial("\"id\":\"msg_2\",", "half \\ud83d\\ude00\\n"),
                                partial("", "{\\\"a")),
                        List.of(Bytes.of("{\"type\":\"function_call\",\"call_id\":\"c\"}")),
                        Optional.empty()));
    }

    @Test
    void an_incomplete_event_is_kept_raw() {
        ReplyPlaybook.of(ResponsesStreamReader::new, "event: response.completed", "data: {\"type\":\"response.comp")
                .expect(new Reply(
                        Ending.CUT,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(Bytes.of("event: response.completed\ndata: {\"type\":\"response.comp")),
                        Optional.empty()));
    }

    @Test
    void a_failed_response_keeps_the_error_and_incomplete_items_as_unread() {
        String failed = "{\"type\":\"response.failed\",\"response\":{\"id\":\"resp_2\",\"status\":\"failed\",\"error\":"
                + "{\"code\":\"context_length_exceeded\",\"message\":\"too long\"}}}";
        String[] lines = Arrays.copyOf(ADDED, ADDED.length + 3);
        lines[ADDED.length] = "data: " + failed;
        lines[ADDED.length + 1] = "";
        lines[ADDED.length + 2] = "";
        ReplyPlaybook.of(ResponsesStreamReader::new, lines)
                .expect(new Reply(
                        Ending.FAILED,
                        some("resp_2"),
                        some("m"),
                        some("context_length_exceeded"),
                        List.of(Bytes.of(REASONING)),
                        List.of(
                                Bytes.of(failed),
                                Bytes.of("{\"type\":\"message\",\"id\":\"msg_2\",\"content\":[]}"),
                                Bytes.of("\"half \\ud83d\\ude00\\n\""),
                                Bytes.of("{\"type\":\"function_call\",\"call_id\":\"c\"}"),
                                Bytes.of("\"{\\\"a\"")),
                        Optional.empty()));
    }

    @Test
    void an_incomplete_response_has_its_reason() {
        ReplyPlaybook.of(
                        ResponsesStreamReader::new,
                        "data: {\"type\":\"response.output_item.done\",\"item\":" + MESSAGE + "}",
                        "",
                        "data:"
                            + " {\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":"
                            + "{\"reason\":\"max_output_tokens\"},\"usage\":" + USAGE + "}}",
                        "",
                        "")
                .expect(new Reply(
                        Ending.INCOMPLETE,
                        Optional.empty(),
                        Optional.empty(),
                        some("max_output_tokens"),
                        List.of(Bytes.of(MESSAGE)),
                        List.of(),
                        Optional.of(new Usage(40, 60, 0, 7))));
    }

    @Test
    void an_error_event_fails_the_reply() {
        String error = "{\"type\":\"error\",\"code\":\"server_error\",\"message\":\"boom\"}";
        ReplyPlaybook.of(ResponsesStreamReader::new, "event: error", "data: " + error, "", "")
                .expect(new Reply(
                        Ending.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        some("server_error"),
                        List.of(),
                        List.of(Bytes.of(error)),
                        Optional.empty()));
    }

    @Test
    void unknown_and_malformed_events_are_kept_as_unread() {
        ReplyPlaybook.of(
                        ResponsesStreamReader::new,
                        "data: {\"type\":\"codex.rate_limits\",\"a\":1}",
                        "",
                        "data: {\"type\":\"response.delta.thing\"}",
                        "",
                        "data: not json",
                        "",
                        "<html>bad gateway</html>",
                        "",
                        "data: [1,2]",
                        "",
                        "data: {\"type\":\"response.output_item.done\",\"item\":null}",
                        "",
                        "")
                .expect(new Reply(
                        Ending.CUT,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(
                                Bytes.of("{\"type\":\"codex.rate_limits\",\"a\":1}"),
                                Bytes.of("{\"type\":\"response.delta.thing\"}"),
                                Bytes.of("not json"),
                                Bytes.of("<html>bad gateway</html>\n"),
                                Bytes.of("[1,2]"),
                                Bytes.of("{\"type\":\"response.output_item.done\",\"item\":null}")),
                        Optional.empty()));
    }

    @Test
    void damaged_input_causes_no_exception() {
        ReplyPlaybook.of(ResponsesStreamReader::new, WHOLE).survivesMutations(20_000);
        ReplyPlaybook.of(ResponsesStreamReader::new, ADDED).survivesMutations(20_000);
    }

    private static Bytes partial(String id, String text) {
        return Bytes.of("{\"type\":\"message\"," + id + "\"status\":\"incomplete\",\"role\":\"assistant\",\"content\":"
                + "[{\"type\":\"output_text\",\"text\":\"" + text + "\"}]}");
    }
}
