package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.dialect.SimulatedDialect;
import org.junit.jupiter.api.Test;

class ResponsesValidatorTest {
    private static final String CALL = "{'type':'function_call','call_id':'call_x','name':'ls','arguments':'{}'}";
    private static final String OUTPUT = "{'type':'function_call_output','call_id':'call_x','output':'a'}";
    private static final String USER = "{'role':'user','content':'hi'}";

    private static String check(String... items) {
        return checkBody("{'model':'m','store':false,'input':[" + String.join(",", items) + "]}");
    }

    private static String checkBody(String body) {
        return ValidationErrors.of(RequestValidator.of(SimulatedDialect.RESPONSES, ValidationErrors.SIGNER), body);
    }

    @Test
    void a_call_with_its_output_is_accepted() {
        assertEquals("accepted", check(USER, CALL, OUTPUT));
        assertEquals("accepted", checkBody("{'model':'m','input':'hi'}"));
    }

    @Test
    void a_count_request_accepts_prompt_fields_and_rejects_reply_fields() {
        RequestValidator count = RequestValidator.ofCount(SimulatedDialect.RESPONSES, ValidationErrors.SIGNER);
        assertEquals(
                "accepted",
                ValidationErrors.of(count, "{'model':'m','instructions':'Be brief.','input':[" + USER + "]}"));
        assertEquals(
                "store | Unknown parameter: 'store'.",
                ValidationErrors.of(count, "{'model':'m','store':false,'input':[" + USER + "]}"));
        assertEquals(
                "input | No tool output found for function call call_x.",
                ValidationErrors.of(count, "{'model':'m','input':[" + USER + "," + CALL + "]}"));
    }

    @Test
    void a_call_without_output_is_rejected() {
        assertEquals("input | No tool output found for function call call_x.", check(USER, CALL));
        assertEquals(
                "input | No tool output found for custom tool call call_y.",
                check(USER, "{'type':'custom_tool_call','call_id':'call_y','name':'p','input':''}"));
    }

    @Test
    void an_output_without_a_call_before_it_is_rejected() {
        String refused = "input | No tool call found for function call output with call_id call_x.";
        assertEquals(refused, check(USER, OUTPUT));
        assertEquals(refused, check(USER, OUTPUT, CALL));
    }

    @Test
    void an_output_of_another_kind_does_not_match_the_call() {
        assertEquals(
                "input | No tool call found for custom tool call output with call_id call_x.",
                check(USER, CALL, OUTPUT.replace("function_call", "custom_tool_call")));
    }

    @Test
    void a_second_output_is_rejected() {
        assertEquals(
                "input | Multiple outputs found for function call with call_id call_x.",
                check(USER, CALL, OUTPUT, OUTPUT));
    }

    @Test
    void a_missing_or_mistyped_parameter_is_rejected() {
        assertEquals("model | Missing required parameter: 'model'.", checkBody("{'input':'hi'}"));
        assertEquals(
                "input | One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be"
                        + " provided.",
                checkBody("{'model':'m'}"));
        assertEquals("input[0].role | Missing required parameter: 'input[0].role'.", check("{'content':'x'}"));
        assertEquals(
                "input[1].call_id | Missing required parameter: 'input[1].call_id'.",
                check(USER, "{'type':'function_call_output','output':'a'}"));
        assertEquals(
                "input[1].arguments | Invalid type for 'input[1].arguments': expected a string, but got an object"
                        + " instead.",
                check(USER, CALL.replace("'{}'", "{}"), OUTPUT));
    }

    @Test
    void unknown_parameters_and_values_are_rejected() {
        assertEquals("foo | Unknown parameter: 'foo'.", checkBody("{'model':'m','input':'hi','foo':1}"));
        assertEquals(
                "input[0].role | Invalid value: 'robot'. Supported values are: 'assistant', 'system', 'developer', and"
                        + " 'user'.",
                check("{'role':'robot','content':'x'}"));
        assertEquals(
                "input[0].content[0] | Invalid value: 'input_text'. Supported values are: 'output_text', and"
                        + " 'refusal'.",
                check("{'role':'assistant','content':[{'type':'input_text','text':'x'}]}"));
        assertEquals(
                "input[0] | Invalid value: 'nonsense'.",
                check("{'type':'nonsense'}").replaceAll(" Supported.*", ""));
    }

    @Test
    void empty_messages_are_rejected() {
        assertEquals(
                "input[0].content | Invalid 'input[0].content': empty array. Expected an array with minimum length 1,"
                        + " but got an empty array instead.",
                check("{'role':'user','content':[]}"));
        assertEquals(
                "input | Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array"
                        + " instead.",
                check());
    }

    @Test
    void changed_encrypted_reasoning_is_rejected() {
        String sealed = ValidationErrors.SIGNER.issue(RequestValidator.REASONING, "thought", "1");
        String item = "{'type':'reasoning','id':'rs_1','summary':[],'encrypted_content':'" + sealed + "'}";
        assertEquals("accepted", check(USER, item));
        assertEquals("accepted", check(USER, item.replace(sealed, "foreign")));
        assertEquals(
                "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be"
                        + " decrypted or parsed.",
                check(USER, item.replace(sealed, sealed + "x")));
        assertEquals(
                "input | Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again"
                        + " with `store` set to true, or remove this item from your input.",
                check(USER, "{'type':'reasoning','id':'rs_1','summary':[]}"));
    }

    @Test
    void stored_reasoning_needs_its_following_item() {
        String kept = "{'model':'m','input':[{'type':'reasoning','id':'rs_1','summary':[]},%s]}";
        assertEquals("accepted", checkBody(kept.formatted(CALL + "," + OUTPUT)));
        assertEquals(
                "input | Item 'rs_1' of type 'reasoning' was provided without its required following item.",
                checkBody(kept.formatted(USER)));
    }

    @Test
    void tools_need_valid_names_and_schemas() {
        String tools =
                "{'model':'m','input':'hi','tools':[{'type':'function','name':'%s','parameters':{'type':'%s'}}]}";
        assertEquals("accepted", checkBody(tools.formatted("ls", "object")));
        assertEquals(
                "tools[0].name | Invalid 'tools[0].name': string does not match pattern. Expected a string that matches"
                        + " the pattern '^[a-zA-Z0-9_-]+$'.",
                checkBody(tools.formatted("a b", "object")));
        assertEquals(
                "tools[0].parameters | Invalid schema for function 'ls': schema must be a JSON Schema of 'type:"
                        + " \"object\"', got 'type: \"array\"'.",
                checkBody(tools.formatted("ls", "array")));
    }
}
