package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestParserTest {
    private static final RequestParser CHAT =
            new RequestParser(ChatDialect.NAME, "messages", false, "", List.of("max_completion_tokens", "max_tokens"));
    private static final RequestParser RESPONSES =
            new RequestParser(ResponsesDialect.NAME, "input", true, "instructions", List.of("max_output_tokens"));

    @Test
    void the_members_of_a_request_are_located_without_parsing_its_elements() {
        Bytes body =
                Bytes.of("{ \"model\" :\"m\",\"stream\":true, \"messages\":[ {\"a\":[1,{}]} ,\"é\\\"\", 12.50 ,null],"
                        + "\"tools\":[{}], \"max_tokens\": 7}");
        Request request = CHAT.parse(body);

        assertEquals("m", request.model());
        assertTrue(request.isStreaming());
        assertEquals(OptionalLong.of(7), request.outputLimit());
        assertEquals(Hints.NONE, request.hints());
        assertEquals(List.of("{\"a\":[1,{}]}", "\"é\\\"\"", "12.50", "null"), texts(request, request.history()));
        assertEquals(List.of("{}"), texts(request, request.tools()));
    }

    @Test
    void spans_are_relative_to_the_start_of_the_view() {
        String text = "{\"input\":[{\"é\":1}, \"b\"],\"instructions\":\"i\"}";
        byte[] larger = ("§§§§" + text + "}}}").getBytes(StandardCharsets.UTF_8);
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        Request request = RESPONSES.parse(Bytes.of(larger, new Span(8, 8 + length)));

        assertEquals(RESPONSES.parse(Bytes.of(text)), request);
        assertEquals(List.of("{\"é\":1}", "\"b\""), texts(request, request.history()));
        assertEquals(List.of("\"i\""), texts(request, request.system()));
    }

    @Test
    void a_text_input_is_one_element() {
        Request request = RESPONSES.parse(Bytes.of("{\"input\": \"say \\\"hi\\\"\" }"));

        assertEquals(List.of("\"say \\\"hi\\\"\""), texts(request, request.history()));
    }

    @Test
    void the_last_of_several_members_with_one_name_counts() {
        Request request = CHAT.parse(Bytes.of("{\"model\":\"a\",\"messages\":[1,2],\"max_tokens\":1,\"stream\":true,"
                + "\"model\":\"b\",\"messages\":[3],\"max_tokens\":2,\"stream\":null}"));

        assertEquals("b", request.model());
        assertEquals(List.of("3"), texts(request, request.history()));
        assertEquals(OptionalLong.of(2), request.outputLimit());
        assertEquals(false, request.isStreaming());
    }

    @Test
    void of_two_limits_the_newer_name_counts_in_any_order() {
        assertEquals(
                OptionalLong.of(5),
                CHAT.parse(Bytes.of("{\"max_completion_tokens\":5,\"max_tokens\":9}"))
                        .outputLimit());
        assertEquals(
                OptionalLong.of(5),
                CHAT.parse(Bytes.of("{\"max_tokens\":9,\"max_completion_tokens\":5}"))
                        .outputLimit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "nonsense",
                "[]",
                "\"text\"",
                "null",
                "{",
                "{\"model\":\"m\"",
                "{\"messages\":[{\"a\":1}",
                "{\"messages\":[{\"a\":\"unfinish",
                "{} {}",
                "{}x",
                "{}]",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{'a':1}",
                "{\"a\":1,}",
                "{\"messages\":{}}",
                "{\"messages\":\"text\"}",
                "{\"messages\":7}",
                "{\"model\":7}",
                "{\"model\":{}}",
                "{\"stream\":\"yes\"}",
                "{\"stream\":1}",
                "{\"tools\":{}}",
                "{\"tools\":\"x\"}",
                "{\"max_tokens\":\"7\"}",
                "{\"max_tokens\":1.5}",
                "{\"max_tokens\":99999999999999999999}",
                "{\"messages\":[1,,2]}",
                "{\"messages\":[\"\u0001\"]}",
                "\u0000{\u0000}",
                "\uFEFF{}"
            })
    void a_malformed_request_is_unreadable(String text) {
        UnreadableException refused = assertThrows(UnreadableException.class, () -> CHAT.parse(Bytes.of(text)));

        assertTrue(String.valueOf(refused.getMessage()).startsWith("expected "), refused.getMessage());
    }

    @Test
    void other_encodings_are_unreadable() {
        assertThrows(
                UnreadableException.class,
                () -> CHAT.parse(Bytes.of("{\"model\":\"m\"}".getBytes(StandardCharsets.UTF_16LE))));
        assertThrows(
                UnreadableException.class,
                () -> CHAT.parse(Bytes.of("{\"model\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1))));
    }

    @Test
    void sixty_levels_are_read_and_a_thousand_are_rejected() {
        assertEquals(1, CHAT.parse(nested(60)).history().size());
        assertEquals(1, CHAT.parse(nested(JsonFormat.MOST_LEVELS - 2)).history().size());
        assertThrows(UnreadableException.class, () -> CHAT.parse(nested(1_000)));
        assertThrows(UnreadableException.class, () -> CHAT.parse(nested(1_000_000)));
    }

    @Test
    void the_span_of_the_whole_history_is_found() {
        assertEquals(
                Optional.of(new Span(9, 12)),
                RESPONSES.parse(Bytes.of("{\"input\":[ ]}")).historyValue());
        assertEquals(
                Optional.of(new Span(9, 13)),
                RESPONSES.parse(Bytes.of("{\"input\":\"ab\"}")).historyValue());
        assertEquals(
                Optional.empty(),
                RESPONSES.parse(Bytes.of("{\"x\":{\"input\":[]}}")).historyValue());
    }

    private static Bytes nested(int levels) {
        return Bytes.of("{\"messages\":[" + "[".repeat(levels) + "]".repeat(levels) + "]}");
    }

    private static List<String> texts(Request request, List<Span> spans) {
        return spans.stream().map(span -> request.raw(span).utf8()).toList();
    }

    private static final RequestParser PARSER =
            new RequestParser(ResponsesDialect.NAME, "input", true, "instructions", List.of("max_output_tokens"));

    @Test
    void all_hints_are_found() {
        assertEquals(
                new Hints(
                        Optional.of("k"),
                        Optional.of("{\"session_id\":\"s\"}"),
                        Optional.of("m"),
                        Optional.of("conv_1"),
                        Optional.of("resp_1"),
                        Optional.of("24h"),
                        true,
                        true,
                        true),
                hints("\"prompt_cache_key\":\"k\",\"prompt_cache_retention\":\"24h\",\"metadata\":{\"x\":{},"
                        + "\"user_id\":\"{\\\"session_id\\\":\\\"s\\\"}\","
                        + "\"session_id\":\"m\"},\"session_id\":\"t\",\"conversation\":{\"a\":[],"
                        + "\"id\":\"conv_1\"},"
                        + "\"previous_response_id\":\"resp_1\",\"generate\":false,\"store\":false,\"n\":2"));
    }

    @Test
    void the_top_level_session_id_is_used_if_metadata_has_none() {
        assertEquals(
                Optional.of("t"), hints("\"session_id\":\"t\",\"metadata\":{}").sessionId());
    }

    @Test
    void a_conversation_can_be_a_text_or_an_object() {
        assertEquals(
                Optional.of("c"),
                hints("\"conversation\":{\"id\":\"old\"},\"conversation\":\"c\"")
                        .conversation());
        assertEquals(
                Optional.of("c"),
                hints("\"conversation\":\"old\",\"conversation\":{\"id\":\"c\"}")
                        .conversation());
    }

    @Test
    void hints_of_other_types_are_ignored() {
        assertEquals(
                Hints.NONE,
                hints("\"prompt_cache_key\":[1,{}],\"metadata\":[{\"user_id\":\"u\"}],\"session_id\":1,"
                        + "\"conversation\":[],"
                        + "\"previous_response_id\":null,\"generate\":true"));
        assertEquals(Hints.NONE, hints("\"session_id\":\"a\",\"session_id\":null,\"metadata\":{\"user_id\":{}}"));
    }

    @Test
    void a_request_for_two_or_more_answers_is_recognised() {
        assertTrue(hints("\"n\":2").wantsSeveral());
        assertTrue(hints("\"n\":99999999999999999999").wantsSeveral());
        for (String one : List.of("1", "0", "-3", "null", "2.5", "\"2\"", "[2,3]", "2,\"n\":1")) {
            assertFalse(hints("\"n\":" + one + ",\"model\":\"m\"").wantsSeveral(), one);
        }
    }

    @Test
    void system_text_and_system_blocks_are_found() {
        assertEquals(
                1, PARSER.parse(Bytes.of("{\"instructions\":\"x\"}")).system().size());
        assertEquals(
                2, PARSER.parse(Bytes.of("{\"instructions\":[{},{}]}")).system().size());
        assertEquals(
                0, PARSER.parse(Bytes.of("{\"instructions\":null}")).system().size());
    }

    private static Hints hints(String members) {
        return PARSER.parse(Bytes.of("{" + members + "}")).hints();
    }
}
