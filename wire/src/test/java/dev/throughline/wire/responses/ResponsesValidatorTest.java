package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.ShapeOf;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponsesValidatorTest {
    private static final ShapeOf RESPONSES = new ShapeOf(ResponsesDialect.NAME);
    private static final String USER = "{\"role\":\"user\",\"content\":\"x\"}";
    private static final String SAID = "{\"type\":\"message\",\"id\":\"m1\",\"role\":\"assistant\",\"content\":\"x\"}";
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
    void a_whole_turn_is_taken() {
        RESPONSES.assertTaken(input(USER, REASONING, SAID, CALL, CUSTOM, OUTPUT, CUSTOM_OUTPUT));
        RESPONSES.assertTaken("{\"model\":\"m\",\"input\":\"hi\"}");
    }

    @Test
    void a_model_and_an_input_are_needed() {
        RESPONSES.assertRefused(input(USER).replace("\"model\":\"m\",", ""), "model_missing");
        RESPONSES.assertRefused(input(), "history_empty");
        RESPONSES.assertRefused("{\"model\":\"m\",\"input\":\"\"}", "history_empty");
        RESPONSES.assertRefused("{\"model\":\"m\"}", "history_empty");
    }

    @Test
    void items_are_objects() {
        RESPONSES.assertRefused(input(USER, "7"), "shape");
    }

    @Test
    void messages_have_known_roles_and_content() {
        RESPONSES.assertRefused(input(USER.replace("user", "critic")), "role_unknown");
        RESPONSES.assertRefused(input(USER.replace("\"x\"", "[]")), "content_empty");
    }

    @Test
    void every_call_has_its_output() {
        RESPONSES.assertRefused(input(USER, CALL), "result_missing");
        RESPONSES.assertRefused(input(USER, CALL, CUSTOM, OUTPUT), "result_missing");
        assertEquals(
                List.of(new Violation(ValidationRule.RESULT_MISSING, "input[1]")),
                RESPONSES.violations(input(USER, CALL)));
    }

    @Test
    void every_output_has_its_call_before_it() {
        RESPONSES.assertRefused(input(USER, OUTPUT), "result_orphan");
        RESPONSES.assertRefused(input(OUTPUT, CALL), "result_orphan");
    }

    @Test
    void a_kept_response_may_hold_the_call() {
        RESPONSES.assertTaken(input(OUTPUT).replace("\"model\"", "\"previous_response_id\":\"resp_1\",\"model\""));
        RESPONSES.assertTaken(input(OUTPUT).replace("\"model\"", "\"conversation\":\"conv_1\",\"model\""));
    }

    @Test
    void a_call_has_one_output_of_its_kind() {
        RESPONSES.assertRefused(input(CALL, OUTPUT, OUTPUT), "result_twice");
        RESPONSES.assertRefused(input(CUSTOM, OUTPUT.replace("c1", "c2")), "result_kind");
        RESPONSES.assertRefused(input(CALL, OUTPUT.replace("\"x\"", "{}")), "result_shape");
    }

    @Test
    void a_call_has_an_id_of_its_own_a_name_and_arguments() {
        RESPONSES.assertRefused(input(CALL, OUTPUT, CALL.replace("f1", "f2")), "call_id");
        RESPONSES.assertRefused(input(CALL.replace("\"call_id\":\"c1\",", "")), "call_id");
        RESPONSES.assertRefused(input(CALL.replace("\"{}\"", "{}"), OUTPUT), "call_shape");
        RESPONSES.assertRefused(input(CALL.replace("\"f\"", "\"\""), OUTPUT), "call_shape");
        RESPONSES.assertRefused(input(CUSTOM.replace("\"input\"", "\"arguments\""), CUSTOM_OUTPUT), "call_shape");
    }

    @Test
    void ids_of_items_are_unique() {
        RESPONSES.assertRefused(input(SAID, SAID), "item_id_twice");
    }

    @Test
    void reasoning_is_followed_by_what_it_led_to() {
        RESPONSES.assertTaken(input(REASONING, REASONING.replace("r1", "r2"), SAID));
        RESPONSES.assertTaken(input(REASONING, "{\"type\":\"web_search_call\"}"));
        RESPONSES.assertRefused(input(USER, REASONING), "reasoning_alone");
        RESPONSES.assertRefused(input(REASONING, USER), "reasoning_alone");
        RESPONSES.assertRefused(input(CALL, REASONING, OUTPUT), "reasoning_alone");
    }

    @Test
    void a_compaction_is_asked_for_last() {
        RESPONSES.assertTaken(input(USER, "{\"type\":\"compaction_trigger\"}"));
        RESPONSES.assertRefused(input("{\"type\":\"compaction_trigger\"}", USER), "trigger_not_last");
    }

    @Test
    void tools_are_checked() {
        RESPONSES.assertRefused(
                input(USER).replace("\"model\"", "\"tools\":[{\"type\":\"function\"}],\"model\""), "tool_shape");
    }

    private static String input(String... items) {
        return "{\"model\":\"m\",\"input\":[" + String.join(",", items) + "]}";
    }
}
