package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.dialect.SimulatedDialect;
import org.junit.jupiter.api.Test;

class MessagesHistoryValidatorTest {
    private static final String CALL = "{'type':'tool_use','id':'toolu_x','name':'ls','input':{}}";
    private static final String RESULT = "{'type':'tool_result','tool_use_id':'toolu_x','content':'ok'}";
    private static final String TEXT = "{'type':'text','text':'hi'}";

    private static String check(String... messages) {
        return checkWith("", messages);
    }

    private static String checkWith(String members, String... messages) {
        return ValidationErrors.of(
                RequestValidator.of(SimulatedDialect.MESSAGES, ValidationErrors.SIGNER),
                "{'model':'m','max_tokens':9000," + members + "'messages':[" + String.join(",", messages) + "]}");
    }

    private static String user(String... blocks) {
        return "{'role':'user','content':[" + String.join(",", blocks) + "]}";
    }

    private static String assistant(String... blocks) {
        return "{'role':'assistant','content':[" + String.join(",", blocks) + "]}";
    }

    @Test
    void a_call_with_its_result_is_accepted() {
        assertEquals("accepted", check(user(TEXT), assistant(TEXT, CALL), user(RESULT, TEXT)));
    }

    @Test
    void a_call_without_a_result_directly_after_it_is_rejected() {
        String refused =
                "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_x."
                        + " Each `tool_use` block must have a corresponding `tool_result` block in the next message.";
        assertEquals(refused, check(user(TEXT), assistant(CALL), user(TEXT)));
        assertEquals(refused, check(user(TEXT), assistant(CALL), user(TEXT, RESULT)));
        assertEquals(refused, check(user(TEXT), assistant(CALL)));
    }

    @Test
    void a_result_without_a_call_directly_before_it_is_rejected() {
        assertEquals(
                "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_x. Each"
                        + " `tool_result` block must have a corresponding `tool_use` block in the previous message.",
                check(user(RESULT)));
    }

    @Test
    void a_second_result_is_rejected() {
        assertEquals(
                "each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_x",
                check(user(TEXT), assistant(CALL), user(RESULT, RESULT)).replaceAll("^messages[.0-9a-z]+: ", ""));
    }

    @Test
    void consecutive_messages_of_one_role_count_as_one() {
        assertEquals("accepted", check(user(TEXT), user(TEXT), assistant(CALL), user(RESULT), user(TEXT)));
    }

    @Test
    void duplicate_and_malformed_ids_are_rejected() {
        assertEquals(
                "messages.3: `tool_use` ids must be unique",
                check(user(TEXT), assistant(CALL), user(RESULT), assistant(CALL), user(RESULT)));
        assertEquals(
                "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
                check(user(TEXT), assistant(CALL.replace("toolu_x", "a b")), user(RESULT)));
    }

    @Test
    void the_first_and_the_last_message_must_be_of_the_user() {
        assertEquals("messages: first message must use the \"user\" role", check(assistant(TEXT), user(TEXT)));
        assertEquals(
                "This model does not support assistant message prefill. The conversation must end with a user message.",
                check(user(TEXT), assistant(TEXT)));
        assertEquals("messages: at least one message is required", check());
    }

    @Test
    void unknown_roles_and_blocks_are_rejected() {
        assertEquals(
                "messages: Unexpected role \"robot\". Allowed roles are \"user\" or \"assistant\"",
                check("{'role':'robot','content':'x'}"));
        assertEquals(
                "messages.0.content.0: Input tag 'noise' found using 'type' does not match any of the expected tags",
                check(user("{'type':'noise'}")));
    }

    @Test
    void a_system_message_needs_a_beta_header() {
        String system = "{'role':'system','content':'be kind'}";
        assertEquals(
                "messages: Unexpected role \"system\". The Messages API accepts a top-level `system` parameter, not"
                        + " \"system\" as an input message role.",
                check(user(TEXT), system));
        String body = "{'model':'m','max_tokens':1,'messages':[" + user(TEXT) + "," + system + "]}";
        assertEquals(
                "accepted",
                ValidationErrors.of(
                        RequestValidator.of(SimulatedDialect.MESSAGES, ValidationErrors.SIGNER),
                        body,
                        "anthropic-beta",
                        "x,mid-conversation-tool-changes-2026-07-01"));
    }

    @Test
    void empty_texts_are_rejected() {
        assertEquals(
                "messages.0: all messages must have non-empty content except for the optional final assistant message",
                check("{'role':'user','content':''}"));
        assertEquals("messages: text content blocks must be non-empty", check(user("{'type':'text','text':''}")));
        assertEquals(
                "messages: text content blocks must contain non-whitespace text",
                check(user("{'type':'text','text':' '}")));
        assertEquals(
                "messages.0.content.0.text: cache_control cannot be set for empty text blocks",
                check(user("{'type':'text','text':'','cache_control':{'type':'ephemeral'}}")));
    }

    @Test
    void a_thinking_block_must_match_its_signature() {
        String signature = ValidationErrors.SIGNER.issue(RequestValidator.THINKING, "hm", "1");
        String thinkingBlock = "{'type':'thinking','thinking':'hm','signature':'" + signature + "'}";
        assertEquals("accepted", check(user(TEXT), assistant(thinkingBlock, TEXT), user(TEXT)));
        assertEquals("accepted", check(user(TEXT), assistant(thinkingBlock.replace("hm", ""), TEXT), user(TEXT)));
        String refused = "messages.1.content.0: Invalid `signature` in `thinking` block";
        assertEquals(refused, check(user(TEXT), assistant(thinkingBlock.replace("hm", "ah"), TEXT), user(TEXT)));
        assertEquals(
                refused,
                check(user(TEXT), assistant(thinkingBlock.replace(signature, signature + "A"), TEXT), user(TEXT)));
    }

    @Test
    void with_thinking_enabled_a_call_needs_a_thinking_block_before_it() {
        String thinking = "'thinking':{'type':'enabled','budget_tokens':2000},";
        String thinkingBlock = "{'type':'thinking','thinking':'hm','signature':'not ours'}";
        assertEquals("accepted", checkWith(thinking, user(TEXT), assistant(thinkingBlock, CALL), user(RESULT)));
        assertEquals("accepted", checkWith(thinking, user(TEXT), assistant(TEXT), user(TEXT)));
        assertEquals(
                "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
                checkWith(thinking, user(TEXT), assistant(CALL), user(RESULT)).replaceAll(" When.*", ""));
    }
}
