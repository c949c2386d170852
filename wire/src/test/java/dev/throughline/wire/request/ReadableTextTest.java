package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import org.junit.jupiter.api.Test;

class ReadableTextTest {
    @Test
    void texts_are_joined_line_by_line_without_escapes() {
        assertText(
                "a\"b\nc",
                "[{\"type\":\"text\",\"text\":\"a\\\"b\"},{\"type\":\"image\",\"source\":{\"data\":\"AAAA\"}},"
                        + "{\"type\":\"input_text\",\"text\":\"\\u0063\"}]");
        assertText("bare", "\"bare\"");
    }

    @Test
    void reasoning_is_read_without_signatures_and_encrypted_content() {
        assertText(
                "why\nbecause",
                "{\"type\":\"reasoning\",\"summary\":[{\"text\":\"why\"}],"
                        + "\"content\":[{\"text\":\"because\"}],\"encrypted_content\":\"gAAA\"}");
        assertText("hm", "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"Eq\"}");
        assertText("", "{\"type\":\"redacted_thinking\",\"data\":\"Eq\"}");
    }

    @Test
    void the_text_of_a_call_is_its_arguments() {
        assertText("{\"a\":1}", "{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}");
        assertText("{\"a\": 1}", "{\"type\":\"tool_use\",\"input\":{\"a\": 1}}");
        assertText("{}", "{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}");
        assertText("*** Begin", "{\"type\":\"custom_tool_call\",\"input\":\"*** Begin\"}");
        assertText("ls\n-l", "{\"type\":\"local_shell_call\",\"action\":{\"command\":[\"ls\",\"-l\"]}}");
        assertText("garden", "{\"type\":\"web_search_call\",\"action\":{\"query\":\"garden\"}}");
    }

    @Test
    void the_text_of_a_result_is_its_output() {
        assertText("out", "{\"type\":\"function_call_output\",\"output\":\"out\"}");
        assertText(
                "a\nWebSearch",
                "{\"type\":\"tool_result\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                        + "{\"type\":\"tool_reference\",\"tool_name\":\"WebSearch\"}]}");
    }

    @Test
    void only_text_documents_are_read() {
        assertText(
                "letter\ndear",
                "{\"type\":\"document\",\"title\":\"letter\"," + "\"source\":{\"type\":\"text\",\"data\":\"dear\"}}");
        assertText("", "{\"type\":\"document\",\"source\":{\"type\":\"base64\",\"data\":\"AAAA\"}}");
    }

    private static void assertText(String expected, String item) {
        Bytes body = Bytes.of(item);
        assertEquals(expected, ReadableText.of(body, new Span(0, body.length())));
    }
}
