package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.Item;
import dev.throughline.wire.ItemsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatItemsTest {
    private static final ItemsOf CHAT = new ItemsOf(ChatDialect.NAME);
    private static final String ONE =
            "{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}";
    private static final String TWO =
            "{\"id\":\"call_2\",\"type\":\"custom\",\"custom\":{\"name\":\"g\",\"input\":\"x\"}}";

    @Test
    void an_assistant_message_is_reasoning_then_text_then_calls() {
        CHAT.assertItems(
                "{\"tool_calls\":[" + ONE + "," + TWO + "],\"content\":\"Running.\",\"reasoning_content\":\"hm\","
                        + "\"role\":\"assistant\"}",
                "reasoning reasoning \"hm\"",
                "assistant assistant \"Running.\"",
                "tool_call tool_call f #call_1 " + ONE,
                "tool_call tool_call g #call_2 " + TWO);
    }

    @ParameterizedTest
    @CsvSource({
        "user,user",
        "assistant,assistant",
        "system,system",
        "developer,system",
        "function,tool_result",
        "critic,other"
    })
    void content_belongs_to_its_role(String role, String kind) {
        CHAT.assertItems("{\"role\":\"" + role + "\",\"content\":\"x\"}", kind + " " + role + " \"x\"");
        CHAT.assertItems("{\"role\":\"" + role + "\",\"content\":[ {} , {} ]}", kind + " " + role + " [ {} , {} ]");
    }

    @Test
    void a_tool_message_is_the_result_of_its_call() {
        CHAT.assertItems(
                "{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"x\"}", "tool_result tool #call_1 \"x\"");
    }

    @Test
    void empty_content_next_to_calls_is_no_item() {
        for (String content : new String[] {"null", "\"\"", "[]"}) {
            CHAT.assertItems(
                    "{\"role\":\"assistant\",\"content\":" + content + ",\"tool_calls\":[" + ONE + "]}",
                    "tool_call tool_call f #call_1 " + ONE);
        }
    }

    @Test
    void an_older_function_call_is_a_call() {
        String call = "{\"name\":\"f\",\"arguments\":\"{}\"}";
        CHAT.assertItems(
                "{\"role\":\"assistant\",\"content\":null,\"function_call\":" + call + "}",
                "tool_call tool_call f " + call);
    }

    @Test
    void a_refusal_is_an_assistant_item() {
        CHAT.assertItems("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"no\"}", "assistant assistant \"no\"");
    }

    @Test
    void an_unreadable_message_is_an_item_of_kind_other() {
        for (String element : new String[] {
            "{\"role\":\"assistant\"}", "{}", "{\"role\":\"tool\",\"content\":null}", "7", "\"x\"", "[]"
        }) {
            assertEquals(1, CHAT.items(element).size());
            Item item = CHAT.items(element).getFirst();
            assertEquals("other", item.kind().word());
            assertEquals(element.length(), item.raw().length());
        }
    }

    @Test
    void a_bare_text_and_its_block_are_the_same() {
        CHAT.assertSame(
                "{\"role\":\"user\",\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":[{\"text\":\"x\",\"type\":\"text\"}]}");
    }

    @Test
    void empty_members_of_an_unstreamed_reply_do_not_count() {
        CHAT.assertSame(
                "{\"role\":\"assistant\",\"content\":\"x\"}",
                "{\"role\":\"assistant\",\"content\":\"x\",\"refusal\":null,\"annotations\":[],\"audio\":null,"
                        + "\"function_call\":null,\"tool_calls\":null,\"reasoning_content\":\"\"}");
    }

    @Test
    void call_ids_are_compared_by_letters_and_digits() {
        String message = "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + ONE + "]}";
        CHAT.assertSame(message, message.replace("call_1", "call1"));
        CHAT.assertDifferent(message, message.replace("call_1", "call_2"));
        String result = "{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"x\"}";
        CHAT.assertSame(result, result.replace("call_1", "call1"));
    }

    @Test
    void the_index_of_a_streamed_call_and_its_default_type_do_not_count() {
        String message = "{\"role\":\"assistant\",\"tool_calls\":[" + ONE + "]}";
        CHAT.assertSame(message, message.replace("{\"id\"", "{\"index\":0,\"id\""));
        CHAT.assertSame(message, message.replace("\"type\":\"function\",", ""));
    }

    @Test
    void arguments_are_compared_as_text() {
        String message = "{\"role\":\"assistant\",\"tool_calls\":[" + ONE + "]}";
        CHAT.assertDifferent(message, message.replace("\"{}\"", "\"{ }\""));
    }

    @Test
    void reasoning_is_the_same_under_both_member_names() {
        CHAT.assertSame(
                "{\"role\":\"assistant\",\"reasoning\":\"hm\",\"content\":\"x\"}",
                "{\"role\":\"assistant\",\"reasoning_content\":\"hm\",\"content\":\"x\"}");
    }

    @Test
    void cache_markers_do_not_count() {
        CHAT.assertSame(
                "{\"role\":\"user\",\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\","
                        + "\"cache_control\":{\"type\":\"ephemeral\"}}]}");
    }

    @Test
    void unknown_members_count_with_the_content_or_the_first_item() {
        CHAT.assertDifferent(
                "{\"role\":\"user\",\"content\":\"x\"}", "{\"role\":\"user\",\"name\":\"ann\",\"content\":\"x\"}");
        CHAT.assertDifferent(
                "{\"role\":\"assistant\",\"tool_calls\":[" + ONE + "]}",
                "{\"role\":\"assistant\",\"details\":[1],\"tool_calls\":[" + ONE + "]}");
    }

    @Test
    void roles_count() {
        CHAT.assertDifferent("{\"role\":\"system\",\"content\":\"x\"}", "{\"role\":\"developer\",\"content\":\"x\"}");
    }
}
