package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.dialect.SimulatedDialect;
import org.junit.jupiter.api.Test;

class MessagesValidatorTest {
    private static final String USER = "'messages':[{'role':'user','content':'hi'}]";

    private static String check(String members) {
        return Refusals.of(RequestValidator.of(SimulatedDialect.MESSAGES, Refusals.SIGNER), "{" + members + "}");
    }

    @Test
    void required_fields_are_demanded() {
        assertEquals("model: Field required", check("'max_tokens':1," + USER));
        assertEquals("max_tokens: Field required", check("'model':'m'," + USER));
        assertEquals("messages: Field required", check("'model':'m','max_tokens':1"));
        assertEquals("taken", check("'model':'m','max_tokens':1," + USER));
    }

    @Test
    void a_count_takes_what_the_model_reads_and_nothing_about_its_answer() {
        RequestValidator count = RequestValidator.ofCount(SimulatedDialect.MESSAGES, Refusals.SIGNER);
        assertEquals("taken", Refusals.of(count, "{'model':'m','tools':[]," + USER + "}"));
        assertEquals(
                "max_tokens: Extra inputs are not permitted",
                Refusals.of(count, "{'model':'m','max_tokens':1," + USER + "}"));
        assertEquals("messages: Field required", Refusals.of(count, "{'model':'m'}"));
    }

    @Test
    void extra_inputs_are_refused() {
        assertEquals(
                "throughline: Extra inputs are not permitted",
                check("'model':'m','max_tokens':1,'throughline':1," + USER));
    }

    @Test
    void system_blocks_are_texts_with_something_in_them() {
        String system = "'model':'m','max_tokens':1,'system':[{'type':'text','text':'%s'}]," + USER;
        assertEquals("taken", check(system.formatted("be kind")));
        assertEquals("system: text content blocks must be non-empty", check(system.formatted("")));
    }

    @Test
    void five_markers_are_too_many() {
        String block = "{'type':'text','text':'x','cache_control':{'type':'ephemeral'}}";
        String four = "'model':'m','max_tokens':1,'system':[" + block + "," + block + "],"
                + "'messages':[{'role':'user','content':[" + block + "," + block + "%s]}]";
        assertEquals("taken", check(four.formatted("")));
        assertEquals(
                "A maximum of 4 blocks with cache_control may be provided. Found 5.",
                check(four.formatted("," + block)));
    }

    @Test
    void tools_are_unique_and_have_a_schema() {
        String tools = "'model':'m','max_tokens':1,'tools':[%s]," + USER;
        String tool = "{'name':'ls','input_schema':{'type':'object'}}";
        assertEquals("taken", check(tools.formatted(tool)));
        assertEquals("tools: Tool names must be unique.", check(tools.formatted(tool + "," + tool)));
        assertEquals("tools.0.custom.input_schema: Field required", check(tools.formatted("{'name':'ls'}")));
        assertEquals(
                "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
                check(tools.formatted(tool.replace("ls", "l s"))));
    }

    @Test
    void thinking_needs_room() {
        String thinking = "'model':'m','max_tokens':%d,'thinking':{'type':'enabled','budget_tokens':%d}," + USER;
        assertEquals("taken", check(thinking.formatted(2_000, 1_024)));
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
