package dev.throughline.wire.responses;

import dev.throughline.wire.ItemsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponsesItemsTest {
    private static final ItemsOf RESPONSES = new ItemsOf(ResponsesDialect.NAME);
    private static final String CALL =
            "{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\",\"name\":\"f\",\"arguments\":\"{}\"}";

    @ParameterizedTest
    @CsvSource({
        "user,user",
        "assistant,assistant",
        "developer,system",
        "system,system",
        "critic,other",
    })
    void the_kind_of_a_message_follows_its_role(String role, String kind) {
        String typed = "{\"type\":\"message\",\"role\":\"" + role + "\",\"content\":[]}";
        String untyped = "{\"role\":\"" + role + "\",\"content\":\"x\"}";
        RESPONSES.assertItems(typed, kind + " " + role + " " + typed);
        RESPONSES.assertItems(untyped, kind + " " + role + " " + untyped);
    }

    @ParameterizedTest
    @CsvSource({
        "reasoning,reasoning",
        "function_call,tool_call",
        "custom_tool_call,tool_call",
        "local_shell_call,tool_call",
        "tool_search_call,tool_call",
        "computer_call,tool_call",
        "mcp_call,tool_call",
        "web_search_call,tool_call",
        "image_generation_call,tool_call",
        "function_call_output,tool_result",
        "custom_tool_call_output,tool_result",
        "tool_search_output,tool_result",
        "compaction,other",
        "compaction_trigger,other",
        "agent_message,other",
        "configuration_update,other",
        "invented_tomorrow,other"
    })
    void the_kind_of_other_items_follows_their_type(String type, String kind) {
        String item = "{\"type\":\"" + type + "\"}";
        RESPONSES.assertItems(item, kind + " " + type + " " + item);
    }

    @Test
    void tools_in_the_history_are_system_text() {
        String item = "{\"type\":\"additional_tools\",\"role\":\"developer\",\"tools\":[]}";
        RESPONSES.assertItems(item, "system developer " + item);
    }

    @Test
    void calls_and_outputs_have_names_and_ids() {
        RESPONSES.assertItems(CALL, "tool_call function_call f #call_1 " + CALL);
        String output = "{\"type\":\"function_call_output\",\"id\":\"fco_1\",\"call_id\":\"call_1\",\"output\":\"\"}";
        RESPONSES.assertItems(output, "tool_result function_call_output #call_1 " + output);
        String search = "{\"type\":\"web_search_call\",\"id\":\"ws_1\",\"status\":\"completed\"}";
        RESPONSES.assertItems(search, "tool_call web_search_call #ws_1 " + search);
    }

    @Test
    void a_bare_text_is_a_user_item() {
        RESPONSES.assertItems("\"hi\"", "user user \"hi\"");
        RESPONSES.assertSame("\"hi\"", "{\"role\":\"user\",\"content\":\"hi\"}");
        RESPONSES.assertSame(
                "\"hi\"",
                "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"hi\"}]}");
    }

    @Test
    void a_value_that_is_no_object_is_an_item_of_kind_other() {
        RESPONSES.assertItems("[1]", "other  [1]");
        RESPONSES.assertItems("null", "other  null");
        RESPONSES.assertDifferent("1", "2");
    }

    @Test
    void a_message_without_its_type_is_the_same() {
        RESPONSES.assertSame(
                "{\"role\":\"developer\",\"content\":\"x\"}",
                "{\"content\":\"x\",\"type\":\"message\",\"role\":\"developer\"}");
    }

    @Test
    void ids_and_status_do_not_count() {
        RESPONSES.assertSame(
                CALL,
                "{\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"call_1\",\"name\":\"f\","
                        + "\"arguments\":\"{}\"}");
    }

    @Test
    void nested_ids_count() {
        RESPONSES.assertDifferent("{\"type\":\"x\",\"a\":{\"id\":1}}", "{\"type\":\"x\",\"a\":{\"id\":2}}");
    }

    @Test
    void call_ids_are_compared_by_letters_and_digits() {
        RESPONSES.assertSame(CALL, CALL.replace("call_1", "call1"));
        RESPONSES.assertDifferent(CALL, CALL.replace("call_1", "call_2"));
    }

    @Test
    void arguments_are_compared_as_text() {
        RESPONSES.assertDifferent(CALL, CALL.replace("{}", "{ }"));
    }

    @Test
    void a_codex_passthrough_does_not_count() {
        RESPONSES.assertSame(
                "{\"role\":\"user\",\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":\"x\","
                        + "\"internal_chat_message_metadata_passthrough\":{\"create_time\":1.5}}");
    }

    @Test
    void empty_annotations_and_logprobs_do_not_count() {
        String streamed =
                "{\"type\":\"message\",\"id\":\"m\",\"status\":\"completed\",\"role\":\"assistant\",\"content\":"
                        + "[{\"type\":\"output_text\",\"text\":\"x\",\"annotations\":[],\"logprobs\":[]}]}";
        RESPONSES.assertSame(streamed, streamed.replace(",\"logprobs\":[]", ""));
        RESPONSES.assertSame(
                streamed, "{\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"x\"}]}");
        RESPONSES.assertSame(streamed, "{\"role\":\"assistant\",\"content\":\"x\"}");
        RESPONSES.assertDifferent(streamed, streamed.replace("\"annotations\":[]", "\"annotations\":[{}]"));
    }

    @Test
    void roles_and_block_types_count() {
        RESPONSES.assertDifferent(
                "{\"role\":\"user\",\"content\":\"x\"}", "{\"role\":\"assistant\",\"content\":\"x\"}");
        RESPONSES.assertDifferent(
                "{\"role\":\"system\",\"content\":\"x\"}", "{\"role\":\"developer\",\"content\":\"x\"}");
        RESPONSES.assertDifferent(
                "{\"role\":\"assistant\",\"content\":\"x\"}",
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"input_text\",\"text\":\"x\"}]}");
    }

    @Test
    void empty_reasoning_content_does_not_count() {
        String bare = "{\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"g\"}";
        RESPONSES.assertSame(bare, bare.replace("{", "{\"id\":\"rs_1\",\"content\":null,"));
        RESPONSES.assertSame(bare, bare.replace("{", "{\"id\":\"rs_2\",\"content\":[],\"status\":null,"));
        RESPONSES.assertDifferent(bare, bare.replace("\"g\"", "\"h\""));
    }

    @Test
    void an_output_as_text_or_block_is_the_same() {
        String output = "{\"type\":\"custom_tool_call_output\",\"call_id\":\"c\",\"output\":\"x\"}";
        RESPONSES.assertSame(output, output.replace("\"x\"", "[{\"type\":\"input_text\",\"text\":\"x\"}]"));
    }

    @Test
    void unknown_members_count() {
        RESPONSES.assertDifferent(CALL, CALL.replace("{\"type", "{\"namespace\":\"n\",\"type"));
    }

    @Test
    void of_several_members_with_one_name_the_last_counts() {
        RESPONSES.assertSame(
                "{\"role\":\"system\",\"role\":\"user\",\"content\":1,\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":\"x\"}");
    }
}
