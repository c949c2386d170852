package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PurposeDetectorTest {
    private static final Headers CLAUDE = Headers.of("user-agent", "claude-cli/2.1.325 (external, cli)");
    private static final String BTW = """
        {"model":"m","max_tokens":9,"tools":[{"name":"Read","input_schema":{"type":"object"}}],"messages":[
        {"role":"user","content":"first"},{"role":"assistant","content":"ok"},{"role":"user","content":[
        {"type":"text","text":"<system-reminder>This is a side question from the user. X</system-reminder>"},
        {"type":"text","text":"what is the weather"}]}%s]}\
        """;

    private final PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());

    @Test
    void a_plain_request_is_conversation() {
        assertEquals(Purpose.CONVERSATION, of(ResponsesDialect.NAME, "{\"model\":\"m\",\"input\":\"hi\"}"));
    }

    @Test
    void codex_states_the_purpose_of_a_request() {
        Headers headers = Headers.of("x-codex-turn-metadata", "{\"request_kind\":\"compaction\"}");
        assertEquals(Purpose.COMPACTION, of(headers, ResponsesDialect.NAME, "{\"model\":\"m\",\"input\":\"hi\"}"));
        headers = Headers.of("x-codex-turn-metadata", "{\"request_kind\":\"prewarm\"}");
        assertEquals(Purpose.PREWARM, of(headers, ResponsesDialect.NAME, "{\"model\":\"m\",\"input\":\"hi\"}"));
    }

    @Test
    void a_compaction_trigger_at_the_end_asks_for_a_summary() {
        assertEquals(Purpose.COMPACTION, of(ResponsesDialect.NAME, """
            {"model":"m","input":[{"role":"user","content":"hi"},{"type":"compaction_trigger"}]}\
            """));
    }

    @Test
    void claude_code_asks_for_a_summary_in_the_last_text_block() {
        assertEquals(Purpose.COMPACTION, of(MessagesDialect.NAME, """
            {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"hi"},
            {"type":"text","text":"CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\\n\\nMore"}]}]}\
            """));
    }

    @Test
    void the_same_words_in_a_tool_result_are_ignored() {
        assertEquals(Purpose.CONVERSATION, of(MessagesDialect.NAME, """
            {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"tool_result",
            "tool_use_id":"t","content":"CRITICAL: Respond with TEXT ONLY. Do NOT call any tools."}]}]}\
            """));
    }

    @Test
    void pi_asks_for_a_summary_with_another_system_text() {
        assertEquals(Purpose.COMPACTION, of(ChatDialect.NAME, """
            {"model":"m","messages":[{"role":"developer","content":"You are a context summarization assistant. X"},
            {"role":"user","content":"# Conversation"}]}\
            """));
    }

    @Test
    void a_web_search_inside_a_tool_is_an_aside() {
        String body = """
            {"model":"m","max_tokens":9,"tools":[{"type":"web_search_20250305","name":"web_search"}],
            "messages":[{"role":"user","content":"Perform a web search"}]}\
            """;
        assertEquals(Purpose.SIDE_REQUEST, of(CLAUDE, MessagesDialect.NAME, body));
        assertEquals(
                Purpose.CONVERSATION, of(MessagesDialect.NAME, body), "another program may have a tool of that name");
    }

    /** As the Codex terminal sends it: in a separate thread, with all tools. */
    @ParameterizedTest
    @CsvSource({
        "request_kind, memory, SIDE_REQUEST",
        "thread_source, thread_title, SIDE_REQUEST",
        "thread_source, system, SIDE_REQUEST",
        "thread_source, memory_consolidation, SIDE_REQUEST",
        "thread_source, guardian_review, SIDE_REQUEST",
        "thread_source, user, CONVERSATION",
        "thread_source, subagent, CONVERSATION",
        "turn_trigger, user, CONVERSATION"
    })
    void codex_states_the_purpose_of_its_thread(String name, String value, Purpose purpose) {
        Headers headers = Headers.of(
                "user-agent", "codex-tui/0.166.0", "x-codex-turn-metadata", "{\"" + name + "\":\"" + value + "\"}");
        assertEquals(purpose, of(headers, ResponsesDialect.NAME, "{\"model\":\"m\",\"input\":\"hi\"}"));
        assertEquals(purpose == Purpose.SIDE_REQUEST, purposes.hasOwnThread(headers));
    }

    @Test
    void an_older_codex_asks_for_a_title_in_words_only() {
        Headers codex = Headers.of("user-agent", "codex-tui/0.150.0");
        String title = "{\"model\":\"m\",\"input\":\"Generate a concise, single-line task title. User prompt: hi\"}";
        assertEquals(Purpose.SIDE_REQUEST, of(codex, ResponsesDialect.NAME, title));
        assertFalse(purposes.hasOwnThread(codex));
        assertEquals(Purpose.CONVERSATION, of(Headers.of("user-agent", "OpenAI/JS 7"), ResponsesDialect.NAME, title));
    }

    @Test
    void claude_code_names_a_session_with_a_third_system_text() {
        assertEquals(Purpose.SIDE_REQUEST, of(CLAUDE, MessagesDialect.NAME, """
            {"model":"m","max_tokens":9,"tools":[],"system":[{"type":"text","text":"x-anthropic-billing-header: y"},
            {"type":"text","text":"You are Claude Code."},{"type":"text","text":"You are naming a coding session so"}],
            "messages":[{"role":"user","content":"<session>add two numbers</session>"}]}\
            """));
    }

    @Test
    void a_side_question_of_claude_code_has_the_whole_history_and_the_tools() {
        assertEquals(Purpose.SIDE_REQUEST, of(CLAUDE, MessagesDialect.NAME, BTW.formatted("")));
    }

    @Test
    void a_side_request_stays_one_when_it_calls_tools() {
        String more = """
            ,{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"text"}]}\
            """;
        assertEquals(Purpose.SIDE_REQUEST, of(CLAUDE, MessagesDialect.NAME, BTW.formatted(more)));
    }

    @Test
    void a_user_message_after_a_side_request_is_conversation_again() {
        String more = ",{\"role\":\"assistant\",\"content\":\"Sunny.\"},{\"role\":\"user\",\"content\":\"go on\"}";
        assertEquals(Purpose.CONVERSATION, of(CLAUDE, MessagesDialect.NAME, BTW.formatted(more)));
    }

    @Test
    void an_agent_that_asks_for_one_token_warms_a_cache() {
        String body = "{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        assertEquals(Purpose.PREWARM, of(Headers.of("user-agent", "pi (linux)"), ChatDialect.NAME, body));
        assertEquals(
                Purpose.CONVERSATION, of(Headers.of("user-agent", "OpenAI/JS 7"), ChatDialect.NAME, body), "yes or no");
    }

    @Test
    void a_table_of_the_user_extends_the_built_in_one() {
        PurposeDetector mine = new PurposeDetector(
                AgentMarkers.builtIn().and(AgentMarkers.parse(List.of("aside\tany\tlast-user\tName this chat"))));
        Wire wire = ResponsesDialect.WIRE;
        Request request = wire.decode(Bytes.of("{\"model\":\"m\",\"input\":\"Name this chat: hello\"}"));
        assertEquals(Purpose.SIDE_REQUEST, mine.of(Headers.NONE, "/v1/x", wire, request));
        assertEquals(Purpose.CONVERSATION, purposes.of(Headers.NONE, "/v1/x", wire, request));
    }

    @Test
    void generate_false_is_a_prewarm() {
        assertEquals(Purpose.PREWARM, of(ResponsesDialect.NAME, "{\"model\":\"m\",\"generate\":false,\"input\":[]}"));
    }

    @Test
    void the_compaction_endpoint_is_a_compaction() {
        Wire wire = ResponsesDialect.WIRE;
        Request request = wire.decode(Bytes.of("{\"model\":\"m\",\"input\":\"hi\"}"));
        assertEquals(Purpose.COMPACTION, purposes.of(Headers.NONE, "/v1/responses/compact", wire, request));
    }

    @Test
    void the_message_after_a_compaction_is_recognised() {
        assertTrue(isContinuation("This session is being continued from a previous conversation. Summary: x"));
        assertTrue(isContinuation("Another language model started to solve this problem and produced a summary"));
        assertFalse(isContinuation("What does 'This session is being continued' mean?"));
    }

    private boolean isContinuation(String text) {
        Wire wire = ChatDialect.WIRE;
        Request request = wire.decode(
                Bytes.of("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]}"));
        Turn turn = new Turn(
                new TurnId(new UUID(0, 1)),
                Instant.EPOCH,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                wire,
                request,
                "");
        Item item = wire.itemise(request.body(), request.history().getFirst()).getFirst();
        return purposes.isContinuation(turn, item);
    }

    private Purpose of(Dialect dialect, String body) {
        return of(Headers.NONE, dialect, body);
    }

    private Purpose of(Headers headers, Dialect dialect, String body) {
        Wire wire = Dialects.of(dialect);
        return purposes.of(headers, "/v1/x", wire, wire.decode(Bytes.of(body)));
    }
}
