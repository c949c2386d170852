package dev.throughline.wire.chat;

import static dev.throughline.wire.ReplyPlaybook.some;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChatStreamReaderTest {
    private static final String[] TOOLS = {
        chunk("{\"role\":\"assistant\",\"content\":null,\"refusal\":null}"),
        "",
        chunk("{\"reasoning_content\":\"run \"}"),
        "",
        chunk("{\"reasoning_content\":\"shell\"}"),
        "",
        chunk("{\"content\":\"Run\\ud83d\"}"),
        "",
        chunk("{\"content\":\"\\ude00n\\u00ed\\/\"}"),
        "",
        chunk(
                "{\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"exec\",\"arguments\":\"\"}}]}"),
        "",
        chunk(
                "{\"tool_calls\":[{\"index\":1,\"id\":\"call_2\",\"type\":\"function\",\"function\":{\"name\":\"read\",\"arguments\":\"\"},"
                    + "\"extra_content\":{\"google\":{\"thought_signature\":\"s\"}}}]}"),
        "",
        chunk("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"command\\\":\"}}]}"),
        "",
        chunk(
                "{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"{}\"}},{\"index\":0,\"function\":{\"arguments\":\"\\\"ls\\\"}\"}}]}"),
        "",
        "data: {\"id\":\"chatcmpl-1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}",
        "",
        "data: {\"id\":\"chatcmpl-1\",\"choices\":[],\"usage\":{\"prompt_tokens\":50,\"completion_tokens\":5,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":20}}}",
        "",
        "data: [DONE]",
        "",
        ""
    };

    @Test
    void deltas_become_one_message_with_the_original_escapes() {
        ReplyPlaybook.of(ChatStreamReader::new, TOOLS)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("chatcmpl-1"),
                        some("chat-model"),
                        some("tool_calls"),
                        List.of(Bytes.of(
                                "{\"role\":\"assistant\",\"content\":\"Run\\ud83d\\ude00n\\u00ed\\/\",\"refusal\":null,\"reasoning_content\":\"run"
                                    + " shell\",\"tool_calls\":["
                                    + "{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"exec\",\"arguments\":"
                                    + "\"{\\\"command\\\":\\\"ls\\\"}\"}},"
                                    + "{\"id\":\"call_2\",\"type\":\"function\",\"function\":{\"name\":\"read\",\"arguments\":\"{}\"},"
                                    + "\"extra_content\":{\"google\":{\"thought_signature\":\"s\"}}}]}")),
                        List.of(),
                        Optional.of(new Usage(30, 20, 0, 5))));
    }

    @Test
    void a_content_chunk_and_a_finish_reason_make_a_complete_reply() {
        ReplyPlaybook.of(
                        ChatStreamReader::new,
                        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"min ok\"},\"finish_reason\":null}]}",
                        "",
                        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}",
                        "",
                        "")
                .expect(reply(Ending.COMPLETE, some("stop"), "{\"role\":\"assistant\",\"content\":\"min ok\"}"));
    }

    @Test
    void a_reply_with_done_is_complete_and_one_without_done_or_finish_reason_is_cut() {
        String content = "data: {\"choices\":[{\"delta\":{\"content\":\"no finish\"}}]}\n\n";
        String message = "{\"role\":\"assistant\",\"content\":\"no finish\"}";
        ReplyPlaybook.of(ChatStreamReader::new, content + "data: [DONE]\n\n")
                .expect(reply(Ending.COMPLETE, Optional.empty(), message));
        ReplyPlaybook.of(ChatStreamReader::new, content + "data: [DONE]")
                .expect(reply(Ending.COMPLETE, Optional.empty(), message));
        ReplyPlaybook.of(ChatStreamReader::new, content).expect(reply(Ending.CUT, Optional.empty(), message));
    }

    @Test
    void a_length_stop_is_incomplete() {
        ReplyPlaybook.of(
                        ChatStreamReader::new,
                        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"length\"}]}",
                        "",
                        "data: [DONE]",
                        "",
                        "")
                .expect(reply(Ending.INCOMPLETE, some("length"), "{\"role\":\"assistant\",\"content\":\"a\"}"));
    }

    @Test
    void each_choice_becomes_an_element_and_the_first_determines_the_ending() {
        ReplyPlaybook.of(
                        ChatStreamReader::new,
                        "data:"
                            + " {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"two\"},\"finish_reason\":\"length\"}]}",
                        "",
                        "data:"
                            + " {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"one\"},\"finish_reason\":\"stop\"}]}",
                        "",
                        "")
                .expect(reply(
                        Ending.COMPLETE,
                        some("stop"),
                        "{\"role\":\"assistant\",\"content\":\"one\"}",
                        "{\"role\":\"assistant\",\"content\":\"two\"}"));
    }

    @Test
    void an_error_in_the_stream_fails_the_reply_and_keeps_earlier_content() {
        String error = "{\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\",\"code\":null}}";
        ReplyPlaybook.of(
                        ChatStreamReader::new,
                        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}",
                        "",
                        "data: " + error,
                        "",
                        "data: [DONE]",
                        "",
                        "")
                .expect(new Reply(
                        Ending.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        some("server_error"),
                        List.of(Bytes.of("{\"role\":\"assistant\",\"content\":\"a\"}")),
                        List.of(Bytes.of(error)),
                        Optional.empty()));
    }

    @Test
    void data_that_is_no_chunk_is_kept_as_unread() {
        ReplyPlaybook.of(
                        ChatStreamReader::new,
                        "data: {\"hello\":1}",
                        "",
                        "data: {\"choices\":[7]}",
                        "",
                        "data: {",
                        "",
                        "junk")
                .expect(new Reply(
                        Ending.CUT,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(
                                Bytes.of("{\"hello\":1}"),
                                Bytes.of("{\"choices\":[7]}"),
                                Bytes.of("{"),
                                Bytes.of("junk")),
                        Optional.empty()));
    }

    @Test
    void damaged_input_causes_no_exception() {
        ReplyPlaybook.of(ChatStreamReader::new, TOOLS).survivesMutations(20_000);
    }

    private static String chunk(String delta) {
        return "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"model\":\"chat-model\",\"choices\":"
                + "[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}],\"usage\":null}";
    }

    private static Reply reply(Ending ending, Optional<String> stop, String... messages) {
        List<Bytes> elements = Arrays.stream(messages).map(Bytes::of).toList();
        return new Reply(ending, Optional.empty(), Optional.empty(), stop, elements, List.of(), Optional.empty());
    }

    @Test
    void a_limit_or_a_filter_is_incomplete() {
        assertEquals(Ending.INCOMPLETE, ChatStreamReader.ending("length"));
        assertEquals(Ending.INCOMPLETE, ChatStreamReader.ending("content_filter"));
        assertEquals(Ending.FAILED, ChatStreamReader.ending("error"));
        assertEquals(Ending.COMPLETE, ChatStreamReader.ending("tool_calls"));
        assertEquals(Ending.COMPLETE, ChatStreamReader.ending("something new"));
    }
}
