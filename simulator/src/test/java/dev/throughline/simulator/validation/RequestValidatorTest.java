package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Headers;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The validation of a replay: valid requests pass, and each violation is counted under the name of its rule. */
final class RequestValidatorTest {
    /** The rules that a request violates, in order; empty if it is accepted. */
    private static String rules(SimulatedDialect dialect, String body) {
        return RequestValidator.of(dialect, ValidationErrors.SIGNER, RequestValidator.Strictness.GATEWAY)
                .refusals(JsonNodes.read(body.replace('\'', '"')), Headers.NONE)
                .stream()
                .map(RequestRefusedException::rule)
                .collect(Collectors.joining(" "));
    }

    private static String messages(String elements) {
        return rules(
                SimulatedDialect.MESSAGES,
                "{'model':'m','max_tokens':9,'tools':[{'name':'Read','input_schema':{'type':'object'}}],'messages':["
                        + elements + "]}");
    }

    private static final String USER = "{'role':'user','content':'hi'}";
    private static final String CALL =
            "{'role':'assistant','content':[{'type':'tool_use','id':'a','name':'Read','input':{}}]}";
    private static final String RESULT =
            "{'role':'user','content':[{'type':'tool_result','tool_use_id':'a','content':'x'}]}";

    @Test
    void valid_messages_pass() {
        assertEquals("", messages(USER + "," + CALL + "," + RESULT));
    }

    @Test
    void messages_with_invalid_calls_and_results_are_rejected() {
        assertEquals("missing_result", messages(USER + "," + CALL + "," + USER));
        assertEquals("missing_result last_role", messages(USER + "," + CALL));
        assertEquals("orphan_result", messages(USER + "," + RESULT));
        assertEquals("tool_use_id", messages(USER + "," + CALL + "," + RESULT + "," + CALL + "," + RESULT));
        assertEquals(
                "tool_result_order",
                messages(USER + "," + CALL + ",{'role':'user','content':[{'type':'text','text':'x'},"
                        + "{'type':'tool_result','tool_use_id':'a'}]}"));
        assertEquals(
                "duplicate_result",
                messages(USER + "," + CALL + ",{'role':'user','content':[{'type':'tool_result','tool_use_id':'a'},"
                        + "{'type':'tool_result','tool_use_id':'a'}]}"));
        assertEquals(
                "empty_error",
                messages(USER + "," + CALL
                        + ",{'role':'user','content':[{'type':'tool_result','tool_use_id':'a','is_error':true}]}"));
        assertEquals(
                "tool_use_name",
                messages(USER + ",{'role':'assistant','content':[{'type':'tool_use','id':'a','name':'no good'}]},"
                        + RESULT));
    }

    @Test
    void messages_with_invalid_texts_roles_and_tools_are_rejected() {
        assertEquals("first_role last_role", messages("{'role':'assistant','content':'x'}"));
        assertEquals("empty_content", messages("{'role':'user','content':''}"));
        assertEquals("empty_text", messages("{'role':'user','content':[{'type':'text','text':' '}]}"));
        assertEquals("messages", messages(""));
        assertEquals(
                "model max_tokens empty_text",
                rules(SimulatedDialect.MESSAGES, "{'system':[{'type':'text','text':''}],'messages':[" + USER + "]}"));
        assertEquals(
                "tool_shape tool_duplicate tool_choice",
                rules(
                        SimulatedDialect.MESSAGES,
                        "{'model':'m','max_tokens':9,'tool_choice':{'name':'Other'},'tools':[{'name':'A'},"
                                + "{'name':'A','input_schema':{'type':'object'}},{'type':'web_search'}],'messages':["
                                + USER + "]}"));
    }

    @Test
    void more_than_four_markers_are_rejected() {
        String marked = "{'type':'text','text':'x','cache_control':{}}";
        assertEquals(
                "cache_control",
                messages("{'role':'user','content':["
                        + String.join(",", List.of(marked, marked, marked, marked, marked)) + "]}"));
    }

    @Test
    void a_null_marker_counts_only_in_the_strictness_for_gateways() {
        String marked = "{'type':'text','text':'x','cache_control':null}";
        String body = "{'model':'m','max_tokens':9,'messages':[{'role':'user','content':["
                + String.join(",", List.of(marked, marked, marked, marked, marked)) + "]}]}";
        assertEquals("cache_control", rules(SimulatedDialect.MESSAGES, body));
        assertEquals(
                "accepted",
                ValidationErrors.of(RequestValidator.of(SimulatedDialect.MESSAGES, ValidationErrors.SIGNER), body));
    }

    @Test
    void the_name_of_a_built_in_tool_is_checked_if_present() {
        String messages = ",'max_tokens':9,'messages':[" + USER + "]}";
        String search = "{'type':'web_search_20250305'}";
        assertEquals(
                "",
                rules(SimulatedDialect.MESSAGES, "{'model':'m','tools':[" + search + "," + search + "]" + messages));
        String misnamed = "{'type':'web_search_20250305','name':'web search'}";
        assertEquals(
                "tool_shape", rules(SimulatedDialect.MESSAGES, "{'model':'m','tools':[" + misnamed + "]" + messages));
        String input = ",'input':'hi'}";
        assertEquals("", rules(SimulatedDialect.RESPONSES, "{'model':'m','tools':[{'type':'web_search'}]" + input));
        assertEquals(
                "invalid_value",
                rules(SimulatedDialect.RESPONSES, "{'model':'m','tools':[{'type':'namespace','name':'a b'}]" + input));
    }

    private static String responses(String items) {
        return rules(
                SimulatedDialect.RESPONSES,
                "{'model':'m','tools':[{'type':'function','name':'f'},{'type':'custom','name':'g'}],'input':[" + items
                        + "]}");
    }

    @Test
    void responses_calls_and_results_are_checked() {
        String call = "{'type':'function_call','call_id':'a','name':'f','arguments':'{}'}";
        String output = "{'type':'function_call_output','call_id':'a','output':'x'}";
        assertEquals("", responses(call + "," + output));
        assertEquals("missing_result", responses(call));
        assertEquals("orphan_result", responses(output));
        assertEquals("duplicate_result", responses(call + "," + output + "," + output));
        assertEquals("call_id", responses(call + "," + output + "," + call + "," + output));
        assertEquals(
                "orphan_result missing_result",
                responses(call + ",{'type':'custom_tool_call_output','call_id':'a','output':'x'}"));
        assertEquals(
                "missing_required_parameter tools_missing",
                responses("{'type':'custom_tool_call','call_id':'a','name':'h'},"
                        + "{'type':'custom_tool_call_output','call_id':'a','output':'x'}"));
        assertEquals(
                "",
                responses("{'type':'additional_tools','tools':[{'name':'space','tools':[{'name':'h'}]}]},"
                        + "{'type':'custom_tool_call','call_id':'a','name':'h','input':''},"
                        + "{'type':'custom_tool_call_output','call_id':'a','output':'x'}"));
        assertEquals("invalid_value", responses("{'role':'robot','content':[]}"));
        assertEquals("empty_array", responses(""));
        assertEquals("", rules(SimulatedDialect.RESPONSES, "{'model':'m','input':'hi'}"));
    }

    private static String chat(String messages) {
        return rules(
                SimulatedDialect.CHAT,
                "{'model':'m','tools':[{'type':'function','function':{'name':'f','parameters':{'type':'object'}}}],"
                        + "'messages':[" + messages + "]}");
    }

    @Test
    void chat_messages_are_checked() {
        String call =
                "{'role':'assistant','content':null,'tool_calls':[{'id':'a','type':'function','function':{'name':'f','arguments':'{}'}}]}";
        String result = "{'role':'tool','tool_call_id':'a','content':''}";
        assertEquals("", chat(USER + "," + call + "," + result));
        assertEquals("missing_result", chat(call));
        assertEquals("missing_result", chat(call + "," + USER));
        assertEquals("orphan_result", chat(USER + "," + result));
        assertEquals("call_id", chat(call + "," + result + "," + call + "," + result));
        assertEquals("invalid_type", chat("{'role':'assistant','content':null}"));
        assertEquals(
                "unknown_parameter missing_result tools_missing",
                chat("{'role':'user','tool_calls':[{'id':'a','type':'function'}]}"));
        assertEquals(
                "missing_required_parameter tools_missing",
                chat("{'role':'assistant','tool_calls':[{'id':'a','type':'function','function':{}}]}," + result));
        assertEquals("invalid_type", rules(SimulatedDialect.CHAT, "{'model':'m','messages':'hi'}"));
    }
}
