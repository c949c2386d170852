package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.dialect.SimulatedDialect;
import org.junit.jupiter.api.Test;

class MessagesValidatorTest {
    private static final String USER = "'messages':[{'role':'user','content':'hi'}]";

    private static String check(String members) {
        return ValidationErrors.of(
                RequestValidator.of(SimulatedDialect.MESSAGES, ValidationErrors.SIGNER), "{" + members + "}");
    }

    @Test
    void a_missing_required_field_is_rejected() {
        assertEquals("model: Field required", check("'max_tokens':1," + USER));
        assertEquals("max_tokens: Field required", check("'model':'m'," + USER));
        assertEquals("messages: Field required", check("'model':'m','max_tokens':1"));
        assertEquals("accepted", check("'model':'m','max_tokens':1," + USER));
    }

    @Test
    void a_count_request_accepts_prompt_fields_and_rejects_reply_fields() {
        RequestValidator count = RequestValidator.ofCount(SimulatedDialect.MESSAGES, ValidationErrors.SIGNER);
        assertEquals("accepted", ValidationErrors.of(count, "{'model':'m','tools':[]," + USER + "}"));
        assertEquals(
                "max_tokens: Extra inputs are not permitted",
                ValidationErrors.of(count, "{'model':'m','max_tokens':1," + USER + "}"));
        assertEquals("messages: Field required", ValidationErrors.of(count, "{'model':'m'}"));
    }

    @Test
    void unknown_fields_are_rejected() {
        assertEquals(
                "throughline: Extra inputs are not permitted",
                check("'model':'m','max_tokens':1,'throughline':1," + USER));
    }

    @Test
    void an_empty_system_block_is_rejected() {
        String system = "'model':'m','max_tokens':1,'system':[{'type':'text','text':'%s'}]," + USER;
        assertEquals("accepted", check(system.formatted("be kind")));
        assertEquals("system: text content blocks must be non-empty", check(system.formatted("")));
    }

    @Test
    void more_than_four_markers_are_rejected() {
        String block = "{'type':'text','text':'x','cache_control':{'type':'ephemeral'}}";
        String four = "'model':'m','max_tokens':1,'system':[" + block + "," + block + "],"
                + "'messages':[{'role':'user','content':[" + block + "," + block + "%s]}]";
        assertEquals("accepted", check(four.formatted("")));
        assertEquals(
                "A maximum of 4 blocks with cache_control may be provided. Found 5.",
                check(four.formatted("," + block)));
    }

    @Test
    void tools_need_unique_names_and_a_schema() {
        String tools = "'model':'m','max_tokens':1,'tools':[%s]," + USER;
        String tool = "{'name':'ls','input_schema':{'type':'object'}}";
        assertEquals("accepted", check(tools.formatted(tool)));
        assertEquals("tools: Tool names must be unique.", check(tools.formatted(tool + "," + tool)));
        assertEquals("tools.0.custom.input_schema: Field required", check(tools.formatted("{'name':'ls'}")));
        assertEquals(
                "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
                check(tools.formatted(tool.replace("ls", "l s"))));
    }

    @Test
    void the_thinking_budget_must_fit_and_excludes_forced_tools() {
        String thinking = "'model':'m','max_tokens':%d,'thinking':{'type':'enabled','budget_tokens':%d}," + USER;
        assertEquals("accepted", check(thinking.formatted(2_000, 1_024)));
        assertEquals(
                "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
                check(thinking.formatted(2_000, 1_000)));
        assertEquals(
                "`max_tokens` must be greater than `thinking.budget_tokens`.",
                check(thinking.formatted(1_024, 1_024)).replaceAll(" Please.*", ""));
        assertEquals(
                "Thinking may not be enabled when tool_choice forces tool use.",
                check(thinking.formatted(2_000, 1_024) + ",'tool_choice':{'type':'any'}"));
    }
}
