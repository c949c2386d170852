package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.RequestChecks;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponsesValidatorTest {
    private static final RequestChecks RESPONSES = new RequestChecks(ResponsesDialect.NAME);
    private static final String USER = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String ASSISTANT =
            "{\"type\":\"message\",\"id\":\"m1\",\"role\":\"assistant\",\"content\":\"x\"}";
    private static final String CALL =
            "{\"type\":\"function_call\",\"id\":\"f1\",\"call_id\":\"c1\",\"name\":\"f\",\"arguments\":\"{}\"}";
    private static final String OUTPUT = "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"x\"}";
    private static final String CUSTOM =
            "{\"type\":\"custom_tool_call\",\"call_id\":\"c2\",\"name\":\"p\",\"input\":\"x\"}";
    private static final String CUSTOM_OUTPUT =
            "{\"type\":\"custom_tool_call_output\",\"call_id\":\"c2\",\"output\":[]}";
    private static final String REASONING =
            "{\"type\":\"reasoning\",\"id\":\"r1\",\"summary\":[],\"encrypted_content\":\"g\"}";

    @Test
    void a_complete_turn_is_valid() {
        RESPONSES.assertValid(input(USER, REASONING, ASSISTANT, CALL, CUSTOM, OUTPUT, CUSTOM_OUTPUT));
        RESPONSES.assertValid("{\"model\":\"m\",\"input\":\"hi\"}");
    }

    @Test
    void model_and_input_are_required() {
        RESPONSES.assertRejected(input(USER).replace("\"model\":\"m\",", ""), "model_missing");
        RESPONSES.assertRejected(input(), "history_empty");
        RESPONSES.assertRejected("{\"model\":\"m\",\"input\":\"\"}", "history_empty");
        RESPONSES.assertRejected("{\"model\":\"m\"}", "history_empty");
    }

    @Test
    void items_must_be_objects() {
        RESPONSES.assertRejected(input(USER, "7"), "shape");
    }

    @Test
    void messages_need_known_roles_and_content() {
        RESPONSES.assertRejected(input(USER.replace("user", "critic")), "role_unknown");
        RESPONSES.assertRejected(input(USER.replace("\"x\"", "[]")), "content_empty");
    }

    @Test
    void every_call_needs_an_output() {
        RESPONSES.assertRejected(input(USER, CALL), "result_missing");
        RESPONSES.assertRejected(input(USER, CALL, CUSTOM, OUTPUT), "result_missing");
        assertEquals(
                List.of(new Violation(ValidationRule.RESULT_MISSING, "input[1]")),
                RESPONSES.violations(input(USER, CALL)));
    }

    @Test
    void every_output_needs_its_call_before_it() {
        RESPONSES.assertRejected(input(USER, OUTPUT), "result_orphan");
        RESPONSES.assertRejected(input(OUTPUT, CALL), "result_orphan");
    }

    @Test
    void a_stored_response_may_contain_the_call() {
        RESPONSES.assertValid(input(OUTPUT).replace("\"model\"", "\"previous_response_id\":\"resp_1\",\"model\""));
        RESPONSES.assertValid(input(OUTPUT).replace("\"model\"", "\"conversation\":\"conv_1\",\"model\""));
    }

    @Test
    void a_call_needs_exactly_one_output_of_its_kind() {
        RESPONSES.assertRejected(input(CALL, OUTPUT, OUTPUT), "result_twice");
        RESPONSES.assertRejected(input(CUSTOM, OUTPUT.replace("c1", "c2")), "result_kind");
        RESPONSES.assertRejected(input(CALL, OUTPUT.replace("\"x\"", "{}")), "result_shape");
    }

    @Test
    void a_call_needs_a_unique_id_a_name_and_arguments() {
        RESPONSES.assertRejected(input(CALL, OUTPUT, CALL.replace("f1", "f2")), "call_id");
        RESPONSES.assertRejected(input(CALL.replace("\"call_id\":\"c1\",", "")), "call_id");
        RESPONSES.assertRejected(input(CALL.replace("\"{}\"", "{}"), OUTPUT), "call_shape");
        RESPONSES.assertRejected(input(CALL.replace("\"f\"", "\"\""), OUTPUT), "call_shape");
        RESPONSES.assertRejected(input(CUSTOM.replace("\"input\"", "\"arguments\""), CUSTOM_OUTPUT), "call_shape");
    }

    @Test
    void item_ids_must_be_unique() {
        RESPONSES.assertRejected(input(ASSISTANT, ASSISTANT), "item_id_twice");
    }

    @Test
    void reasoning_must_be_followed_by_model_output() {
        RESPONSES.assertValid(input(REASONING, REASONING.replace("r1", "r2"), ASSISTANT));
        RESPONSES.assertValid(input(REASONING, "{\"type\":\"web_search_call\"}"));
        RESPONSES.assertRejected(input(USER, REASONING), "reasoning_alone");
        RESPONSES.assertRejected(input(REASONING, USER), "reasoning_alone");
        RESPONSES.assertRejected(input(CALL, REASONING, OUTPUT), "reasoning_alone");
    }

    @Test
    void a_compaction_trigger_must_be_last() {
        RESPONSES.assertValid(input(USER, "{\"type\":\"compaction_trigger\"}"));
        RESPONSES.assertRejected(input("{\"type\":\"compaction_trigger\"}", USER), "trigger_not_last");
    }

    @Test
    void tools_are_checked() {
        RESPONSES.assertRejected(
                input(USER).replace("\"model\"", "\"tools\":[{\"type\":\"function\"}],\"model\""), "tool_shape");
    }

    private static String input(String... items) {
        return "{\"model\":\"m\",\"input\":[" + String.join(",", items) + "]}";
    }
}
