package dev.throughline.simulator.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

final class RequestReaderTest {
    private static final String MESSAGES = "{\"model\":\"m\",\"system\":[{\"type\":\"text\",\"text\":\"be good\"}],"
            + "\"tools\":[{\"name\":\"Read\",\"input_schema\":{\"type\":\"object\"},\"cache_control\":{}}],"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"},"
            + "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"so\"},"
            + "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Read\",\"input\":{ \"p\": 1.0 }}]},"
            + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"is_error\":true,"
            + "\"content\":[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"image\"}]},"
            + "{\"type\":\"text\",\"text\":\"and\",\"cache_control\":{\"type\":\"ephemeral\"}},"
            + "{\"type\":\"thing\",\"x\":1}]}]}";

    private static Prompt read(SimulatedDialect dialect, String body) {
        return new RequestReader(dialect).read(Bytes.of(body)).prompt();
    }

    private static List<String> texts(Prompt prompt) {
        return prompt.items().stream().map(PromptItem::text).toList();
    }

    @Test
    void messages_are_read_block_by_block_up_to_the_last_marker() {
        Prompt prompt = read(SimulatedDialect.MESSAGES, MESSAGES);
        assertEquals(
                List.of(
                        "<tool>{\"name\":\"Read\",\"input_schema\":{\"type\":\"object\"}}",
                        "<system>be good",
                        "<user>hi",
                        "<assistant>so",
                        "<call t Read>{\"p\":1.0}",
                        "<result t error>one\n{\"type\":\"image\"}",
                        "<user>and",
                        "<user>{\"type\":\"thing\",\"x\":1}"),
                texts(prompt));
        assertEquals(7, prompt.cacheable());
        assertEquals(List.of("Read"), prompt.tools());
    }

    @Test
    void system_text_and_input_can_be_plain_strings() {
        assertEquals(
                List.of("<system>be good", "<user>hi"),
                texts(read(
                        SimulatedDialect.MESSAGES,
                        "{\"system\":\"be good\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")));
        Prompt prompt = read(SimulatedDialect.RESPONSES, "{\"instructions\":\"be good\",\"input\":\"hi\"}");
        assertEquals(List.of("<system>be good", "<user>hi"), texts(prompt));
        assertEquals(2, prompt.cacheable());
    }

    @Test
    void responses_are_read_item_by_item() {
        assertEquals(
                List.of(
                        "<user>hi",
                        "<call c f>{\"a\":1}",
                        "<call d g>free",
                        "<result c>out",
                        "<reasoning>{\"type\":\"reasoning\"}"),
                texts(read(
                        SimulatedDialect.RESPONSES,
                        "{\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"hi\"}]},"
                            + "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"},"
                            + "{\"type\":\"custom_tool_call\",\"call_id\":\"d\",\"name\":\"g\",\"input\":\"free\"},"
                            + "{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"out\"},"
                            + "{\"type\":\"reasoning\"}]}")));
    }

    @Test
    void chat_is_read_message_by_message() {
        assertEquals(
                List.of("<system>s", "<assistant>so<call c f>{}", "<result c>out"),
                texts(read(
                        SimulatedDialect.CHAT,
                        "{\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"assistant\",\"content\":\"so\","
                            + "\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},"
                            + "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"out\"}]}")));
    }

    @Test
    void equal_elements_are_the_same_items_at_any_position() {
        RequestReader reader = new RequestReader(SimulatedDialect.CHAT);
        String a = "{\"role\":\"user\",\"content\":\"a\"}";
        String b = "{\"role\":\"user\",\"content\":\"b\"}";
        String c = "{\"role\":\"user\",\"content\":\"c\"}";
        List<PromptItem> first = items(reader, a + "," + b + "," + c);
        assertEquals(List.of(first.get(0), first.get(2)), items(reader, a + " , " + c));
        assertEquals(List.of(first.get(1), first.get(2), first.get(1)), items(reader, b + "," + c + "," + b));
    }

    private static List<PromptItem> items(RequestReader reader, String elements) {
        return reader.read(Bytes.of("{\"messages\":[" + elements + "]}"))
                .prompt()
                .items();
    }

    @Test
    void malformed_json_is_rejected() {
        assertThrows(JacksonException.class, () -> read(SimulatedDialect.CHAT, "[]"));
        assertThrows(JacksonException.class, () -> read(SimulatedDialect.CHAT, "{\"messages\":[{\"role\":}]}"));
    }
}
