package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.Item;
import dev.throughline.wire.ItemsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagesItemsTest {
    private static final ItemsOf MESSAGES = new ItemsOf(MessagesDialect.NAME);
    private static final String TEXT = "{\"type\":\"text\",\"text\":\"x\"}";
    private static final String CALL = "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{\"a\":1}}";
    private static final String RESULT = "{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\",\"content\":\"x\"}";

    @Test
    void every_block_is_an_item() {
        String thinking = "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"}";
        MESSAGES.assertItems(
                "{\"role\":\"assistant\",\"content\":[" + thinking + ", " + TEXT + "," + CALL + "]}",
                "reasoning thinking " + thinking,
                "assistant assistant " + TEXT,
                "tool_call tool_use f #toolu_1 " + CALL);
        MESSAGES.assertItems(user(RESULT), "tool_result tool_result #toolu_1 " + RESULT);
    }

    @ParameterizedTest
    @CsvSource({
        "thinking,reasoning",
        "redacted_thinking,reasoning",
        "tool_use,tool_call",
        "server_tool_use,tool_call",
        "mcp_tool_use,tool_call",
        "tool_result,tool_result",
        "web_search_tool_result,tool_result",
        "mcp_tool_result,tool_result",
        "image,user",
        "document,user",
        "invented_tomorrow,other"
    })
    void the_kind_of_a_block_follows_its_type(String type, String kind) {
        assertEquals(
                kind,
                MESSAGES.items(user("{\"type\":\"" + type + "\"}"))
                        .getFirst()
                        .kind()
                        .word());
    }

    @ParameterizedTest
    @CsvSource({"user,user", "assistant,assistant", "system,system", "critic,other"})
    void a_bare_text_belongs_to_its_role(String role, String kind) {
        Item item =
                MESSAGES.items("{\"role\":\"" + role + "\",\"content\":\"x\"}").getFirst();
        assertEquals(kind, item.kind().word());
        assertEquals(3, item.raw().length());
    }

    @Test
    void every_message_has_at_least_one_item() {
        for (String element : new String[] {
            "{\"role\":\"user\",\"content\":[]}",
            "{\"role\":\"user\"}",
            "{\"role\":\"user\",\"content\":null}",
            "{}",
            "7",
            "[]"
        }) {
            Item item = MESSAGES.items(element).getFirst();
            assertEquals("other", item.kind().word());
            assertEquals(element.length(), item.raw().length());
        }
    }

    @Test
    void an_element_without_a_role_is_system_text() {
        MESSAGES.assertItems(TEXT, "system system " + TEXT);
        MESSAGES.assertItems("\"x\"", "system system \"x\"");
        MESSAGES.assertSame(TEXT, "\"x\"");
    }

    @Test
    void a_text_and_its_block_are_the_same() {
        MESSAGES.assertSame("{\"role\":\"user\",\"content\":\"x\"}", user(TEXT));
    }

    @Test
    void cache_markers_do_not_count() {
        String marker = ",\"cache_control\":{\"type\":\"ephemeral\"}}";
        MESSAGES.assertSame(user(TEXT), user(TEXT.replace("}", marker)));
        MESSAGES.assertSame(user(RESULT), user(RESULT.replace("}", marker)));
        MESSAGES.assertSame(user(RESULT), user(RESULT.replace("\"x\"", "[" + TEXT.replace("}", marker) + "]")));
    }

    @Test
    void the_input_of_a_tool_is_not_normalised() {
        MESSAGES.assertDifferent(user(CALL), user(CALL.replace("\"a\":1", "\"a\":1,\"cache_control\":1")));
        MESSAGES.assertDifferent(user(CALL), user(CALL.replace("\"a\":1", "\"a\":1,\"b\":null")));
        MESSAGES.assertSame(
                user(CALL.replace("\"a\":1", "\"a\":1,\"b\":\"é\"")),
                user(CALL.replace("\"a\":1", "\"b\": \"\\u00e9\", \"a\":1.0")));
    }

    @Test
    void a_result_as_text_or_block_is_the_same() {
        MESSAGES.assertSame(user(RESULT), user(RESULT.replace("\"x\"", "[" + TEXT + "]")));
    }

    @Test
    void is_error_false_is_the_same_as_no_is_error() {
        MESSAGES.assertSame(user(RESULT), user(RESULT.replace("}", ",\"is_error\":false}")));
        MESSAGES.assertDifferent(user(RESULT), user(RESULT.replace("}", ",\"is_error\":true}")));
    }

    @Test
    void call_ids_are_compared_by_letters_and_digits() {
        MESSAGES.assertSame(user(CALL), user(CALL.replace("toolu_1", "toolu1")));
        MESSAGES.assertSame(user(RESULT), user(RESULT.replace("toolu_1", "toolu1")));
        MESSAGES.assertDifferent(user(RESULT), user(RESULT.replace("toolu_1", "toolu_2")));
    }

    @Test
    void empty_citations_do_not_count() {
        MESSAGES.assertSame(user(TEXT), user(TEXT.replace("}", ",\"citations\":null}")));
        MESSAGES.assertSame(user(TEXT), user(TEXT.replace("}", ",\"citations\":[]}")));
        MESSAGES.assertDifferent(user(TEXT), user(TEXT.replace("}", ",\"citations\":[{}]}")));
    }

    @Test
    void the_billing_line_is_always_the_same_system_text() {
        String line = "{\"type\":\"text\",\"text\":\"x-anthropic-billing-header: cc_version=2.1.325.913;\"}";
        MESSAGES.assertSame(line, line.replace("913", "230"));
        MESSAGES.assertSame(line, line.replace("913;", "268; cc_is_subagent=true;"));
        MESSAGES.assertDifferent(line, TEXT);
        MESSAGES.assertDifferent(user(line), user(line.replace("913", "230")));
    }

    @Test
    void unknown_members_count() {
        MESSAGES.assertDifferent(user(CALL), user(CALL.replace("{\"type", "{\"caller\":{\"type\":\"direct\"},\"type")));
        String system = "{\"role\":\"system\",\"content\":\"x\"}";
        MESSAGES.assertDifferent(system, system.replace("\"x\"", "\"x\",\"output_config\":{\"effort\":\"low\"}"));
    }

    @Test
    void roles_and_signatures_count() {
        MESSAGES.assertDifferent(user(TEXT), user(TEXT).replace("user", "assistant"));
        String thinking = "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"}";
        MESSAGES.assertDifferent(user(thinking), user(thinking.replace("\"s\"", "\"t\"")));
    }

    private static String user(String block) {
        return "{\"role\":\"user\",\"content\":[" + block + "]}";
    }
}
