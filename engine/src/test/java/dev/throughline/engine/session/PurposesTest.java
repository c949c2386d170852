package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import org.junit.jupiter.api.Test;

final class PurposesTest {
    private final Purposes purposes = new Purposes(Markers.builtIn());

    @Test
    void a_plain_request_is_conversation() {
        assertEquals(Purpose.CONVERSATION, of(Dialect.RESPONSES, "{\"model\":\"m\",\"input\":\"hi\"}"));
    }

    @Test
    void codex_says_itself_what_it_wants() {
        Headers headers = Headers.of("x-codex-turn-metadata", "{\"request_kind\":\"compaction\"}");
        assertEquals(Purpose.COMPACTION, of(headers, Dialect.RESPONSES, "{\"model\":\"m\",\"input\":\"hi\"}"));
        headers = Headers.of("x-codex-turn-metadata", "{\"request_kind\":\"prewarm\"}");
        assertEquals(Purpose.PREWARM, of(headers, Dialect.RESPONSES, "{\"model\":\"m\",\"input\":\"hi\"}"));
    }

    @Test
    void a_compaction_trigger_at_the_end_asks_for_a_summary() {
        assertEquals(Purpose.COMPACTION, of(Dialect.RESPONSES, """
            {"model":"m","input":[{"role":"user","content":"hi"},{"type":"compaction_trigger"}]}\
            """));
    }

    @Test
    void claude_code_asks_for_a_summary_in_the_last_text_block() {
        assertEquals(Purpose.COMPACTION, of(Dialect.MESSAGES, """
            {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"hi"},
            {"type":"text","text":"CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\\n\\nMore"}]}]}\
            """));
    }

    @Test
    void the_same_words_inside_a_tool_result_mean_nothing() {
        assertEquals(Purpose.CONVERSATION, of(Dialect.MESSAGES, """
            {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"tool_result",
            "tool_use_id":"t","content":"CRITICAL: Respond with TEXT ONLY. Do NOT call any tools."}]}]}\
            """));
    }

    @Test
    void pi_asks_for_a_summary_with_another_system_text() {
        assertEquals(Purpose.COMPACTION, of(Dialect.CHAT, """
            {"model":"m","messages":[{"role":"developer","content":"You are a context summarization assistant. X"},
            {"role":"user","content":"# Conversation"}]}\
            """));
    }

    @Test
    void a_web_search_inside_a_tool_is_an_aside() {
        assertEquals(Purpose.ASIDE, of(Dialect.MESSAGES, """
            {"model":"m","max_tokens":9,"tools":[{"type":"web_search_20250305","name":"web_search"}],
            "messages":[{"role":"user","content":"Perform a web search"}]}\
            """));
    }

    @Test
    void generate_false_is_a_prewarm() {
        assertEquals(Purpose.PREWARM, of(Dialect.RESPONSES, "{\"model\":\"m\",\"generate\":false,\"input\":[]}"));
    }

    @Test
    void the_compaction_endpoint_is_a_compaction() {
        Wire wire = Wires.of(Dialect.RESPONSES);
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
        Wire wire = Wires.of(Dialect.CHAT);
        Bytes body = Bytes.of("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]}");
        Item item = wire.itemise(body, wire.decode(body).history().getFirst()).getFirst();
        return purposes.isContinuation(wire, body, item);
    }

    private Purpose of(Dialect dialect, String body) {
        return of(Headers.NONE, dialect, body);
    }

    private Purpose of(Headers headers, Dialect dialect, String body) {
        Wire wire = Wires.of(dialect);
        return purposes.of(headers, "/v1/x", wire, wire.decode(Bytes.of(body)));
    }
}
