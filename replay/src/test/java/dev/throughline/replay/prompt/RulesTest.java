package dev.throughline.replay.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of all three dialects: what is whole passes, and each thing that providers refuse has its name. */
final class RulesTest {
    private static List<String> rules(Dialect dialect, String body) {
        ReadBody read = new BodyReader(dialect, new ItemPool()).read(Bytes.of(body.replace('\'', '"')));
        return Rules.check(dialect, read).stream().map(Problem::rule).toList();
    }

    private static List<String> messages(String elements) {
        return rules(
                Dialect.MESSAGES,
                "{'model':'m','max_tokens':9,'tools':[{'name':'Read','input_schema':{'type':'object'}}],'messages':["
                        + elements + "]}");
    }

    private static final String USER = "{'role':'user','content':'hi'}";
    private static final String CALL =
            "{'role':'assistant','content':[{'type':'tool_use','id':'a','name':'Read','input':{}}]}";
    private static final String RESULT =
            "{'role':'user','content':[{'type':'tool_result','tool_use_id':'a','content':'x'}]}";

    @Test
    void messages_that_are_whole_pass() {
        assertEquals(List.of(), messages(USER + "," + CALL + "," + RESULT));
    }

    @Test
    void messages_with_broken_calls_and_results_are_refused() {
        assertEquals(List.of("missing_result"), messages(USER + "," + CALL + "," + USER));
        assertEquals(List.of("missing_result"), messages(USER + "," + CALL));
        assertEquals(List.of("orphan_result"), messages(USER + "," + RESULT));
        assertEquals(List.of("tool_use_id"), messages(USER + "," + CALL + "," + RESULT + "," + CALL + "," + RESULT));
        assertEquals(
                List.of("tool_result_order"),
                messages(USER + "," + CALL + ",{'role':'user','content':[{'type':'text','text':'x'},"
                        + "{'type':'tool_result','tool_use_id':'a'}]}"));
        assertEquals(
                List.of("duplicate_result"),
                messages(USER + "," + CALL + ",{'role':'user','content':[{'type':'tool_result','tool_use_id':'a'},"
                        + "{'type':'tool_result','tool_use_id':'a'}]}"));
        assertEquals(
                List.of("empty_error"),
                messages(USER + "," + CALL
                        + ",{'role':'user','content':[{'type':'tool_result','tool_use_id':'a','is_error':true}]}"));
        assertEquals(
                List.of("tool_use_name", "tool_use_input", "tools_missing"),
                messages(USER + ",{'role':'assistant','content':[{'type':'tool_use','id':'a','name':'no good'}]},"
                        + RESULT));
    }

    @Test
    void messages_with_broken_texts_and_roles_are_refused() {
        assertEquals(List.of("first_role", "last_role"), messages("{'role':'assistant','content':'x'}"));
        assertEquals(List.of("empty_content"), messages("{'role':'user','content':''}"));
        assertEquals(List.of("empty_text"), messages("{'role':'user','content':[{'type':'text','text':' '}]}"));
        assertEquals(List.of("messages"), messages(""));
        assertEquals(
                List.of("model", "max_tokens", "empty_text"),
                rules(Dialect.MESSAGES, "{'system':[{'type':'text','text':''}],'messages':[" + USER + "]}"));
        assertEquals(
                List.of("tool_shape", "tool_duplicate", "tool_choice"),
                rules(
                        Dialect.MESSAGES,
                        "{'model':'m','max_tokens':9,'tool_choice':{'name':'Other'},'tools':[{'name':'A'},"
                                + "{'name':'A','input_schema':{'type':'object'}},{'type':'web_search'}],'messages':["
                                + USER + "]}"));
    }

    @Test
    void more_than_four_markers_are_too_many() {
        String marked = "{'type':'text','text':'x','cache_control':{}}";
        assertEquals(
                List.of("cache_control"),
                messages("{'role':'user','content':["
                        + String.join(",", List.of(marked, marked, marked, marked, marked)) + "]}"));
    }

    private static List<String> responses(String items) {
        return rules(
                Dialect.RESPONSES,
                "{'model':'m','tools':[{'type':'function','name':'f'},{'type':'custom','name':'g'}],'input':[" + items
                        + "]}");
    }

    @Test
    void responses_are_checked_call_by_call() {
        String call = "{'type':'function_call','call_id':'a','name':'f','arguments':'{}'}";
        String output = "{'type':'function_call_output','call_id':'a','output':'x'}";
        assertEquals(List.of(), responses(call + "," + output));
        assertEquals(List.of("missing_result"), responses(call));
        assertEquals(List.of("orphan_result"), responses(output));
        assertEquals(List.of("duplicate_result"), responses(call + "," + output + "," + output));
        assertEquals(
                List.of("call_id", "duplicate_result"), responses(call + "," + output + "," + call + "," + output));
        assertEquals(
                List.of("result_kind", "output"),
                responses(call + ",{'type':'custom_tool_call_output','call_id':'a','output':1}"));
        assertEquals(
                List.of("call_shape", "tools_missing"),
                responses("{'type':'custom_tool_call','call_id':'a','name':'h'},"
                        + "{'type':'custom_tool_call_output','call_id':'a','output':'x'}"));
        assertEquals(
                List.of(),
                responses("{'type':'additional_tools','tools':[{'name':'space','tools':[{'name':'h'}]}]},"
                        + "{'type':'custom_tool_call','call_id':'a','name':'h','input':''},"
                        + "{'type':'custom_tool_call_output','call_id':'a','output':'x'}"));
        assertEquals(List.of("role", "empty_content"), responses("{'role':'robot','content':[]}"));
        assertEquals(List.of("input"), responses(""));
        assertEquals(List.of(), rules(Dialect.RESPONSES, "{'model':'m','input':'hi'}"));
    }

    private static List<String> chat(String messages) {
        return rules(
                Dialect.CHAT,
                "{'model':'m','tools':[{'type':'function','function':{'name':'f','parameters':{'type':'object'}}}],"
                        + "'messages':[" + messages + "]}");
    }

    @Test
    void chat_is_checked_message_by_message() {
        String call =
                "{'role':'assistant','content':null,'tool_calls':[{'id':'a','function':{'name':'f','arguments':'{}'}}]}";
        String result = "{'role':'tool','tool_call_id':'a','content':''}";
        assertEquals(List.of(), chat(USER + "," + call + "," + result));
        assertEquals(List.of("missing_result"), chat(call));
        assertEquals(List.of("missing_result"), chat(call + "," + USER));
        assertEquals(List.of("orphan_result"), chat(USER + "," + result));
        assertEquals(List.of("call_id"), chat(call + "," + result + "," + call + "," + result));
        assertEquals(List.of("empty_content"), chat("{'role':'assistant','content':null}"));
        assertEquals(List.of("tool_calls", "empty_content"), chat("{'role':'user','tool_calls':[{'id':'a'}]}"));
        assertEquals(
                List.of("call_shape", "call_shape", "tools_missing"),
                chat("{'role':'assistant','tool_calls':[{'id':'a','function':{}}]}," + result));
        assertEquals(List.of("messages"), rules(Dialect.CHAT, "{'model':'m','messages':'hi'}"));
    }
}
