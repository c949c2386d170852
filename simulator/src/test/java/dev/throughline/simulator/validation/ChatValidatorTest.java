package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ChatValidatorTest {
    private static final String USER = "{'role':'user','content':'hi'}";
    private static final String CALLS = "{'role':'assistant','content':null,'tool_calls':["
            + "{'id':'call_a','type':'function','function':{'name':'ls','arguments':'{}'}},"
            + "{'id':'call_b','type':'function','function':{'name':'ls','arguments':'{}'}}]}";

    private static String result(String id) {
        return "{'role':'tool','tool_call_id':'" + id + "','content':'ok'}";
    }

    private static String check(String... messages) {
        return checkBody("{'model':'m','messages':[" + String.join(",", messages) + "]}");
    }

    private static String checkBody(String body) {
        return ValidationErrors.of(new ChatValidator(RequestValidator.Strictness.PROVIDER), body);
    }

    @Test
    void parallel_calls_with_their_results_are_accepted() {
        assertEquals("accepted", check(USER, CALLS, result("call_a"), result("call_b"), USER));
    }

    @Test
    void each_call_needs_a_result_directly_after_it() {
        String refused = "messages.[3].role | An assistant message with 'tool_calls' must be followed by tool messages"
                + " responding to each 'tool_call_id'. The following tool_call_ids did not have response messages:"
                + " call_b";
        assertEquals(refused, check(USER, CALLS, result("call_a"), USER, result("call_b")));
        assertEquals(refused, check(USER, CALLS, result("call_a")));
    }

    @Test
    void a_result_without_a_call_is_rejected() {
        assertEquals(
                "messages.[1].role | Invalid parameter: messages with role 'tool' must be a response to a preceeding"
                        + " message with 'tool_calls'.",
                check(USER, result("call_a")));
    }

    @Test
    void a_duplicate_call_id_is_rejected() {
        assertEquals(
                "messages.[4].tool_calls | Duplicate value for 'tool_call_id' of 'call_a' in message[4].",
                check(USER, CALLS, result("call_a"), result("call_b"), CALLS));
    }

    @Test
    void roles_and_contents_are_checked() {
        assertEquals(
                "messages[0].role | Invalid value: 'robot'. Supported values are: 'system', 'assistant', 'user',"
                        + " 'function', 'tool', and 'developer'.",
                check("{'role':'robot','content':'x'}"));
        assertEquals(
                "messages[0].content | Invalid type for 'messages[0].content': expected one of a string or array of"
                        + " objects, but got null instead.",
                check("{'role':'user','content':null}"));
        assertEquals(
                "messages[0].content | Invalid 'messages[0].content': empty string. Expected a string with minimum"
                        + " length 1, but got an empty string instead.",
                check("{'role':'user','content':''}"));
        assertEquals(
                "messages[0].tool_calls | Invalid 'messages[0].tool_calls': empty array. Expected an array with minimum"
                        + " length 1, but got an empty array instead.",
                check("{'role':'assistant','content':'x','tool_calls':[]}"));
    }

    @Test
    void a_missing_required_parameter_is_rejected() {
        assertEquals("you must provide a model parameter", checkBody("{'messages':[]}"));
        assertEquals("messages | Missing required parameter: 'messages'.", checkBody("{'model':'m'}"));
        assertEquals(
                "messages | Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty"
                        + " array instead.",
                check());
    }

    @Test
    void unknown_and_misplaced_parameters_are_rejected() {
        assertEquals(
                "Unrecognized request argument supplied: foo",
                checkBody("{'model':'m','messages':[" + USER + "],'foo':1}"));
        assertEquals(
                "stream_options | The 'stream_options' parameter is only allowed when 'stream' is enabled.",
                checkBody("{'model':'m','messages':[" + USER + "],'stream_options':{'include_usage':true}}"));
    }
}
