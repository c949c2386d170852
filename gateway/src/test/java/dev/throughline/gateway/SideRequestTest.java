package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Tenant;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.Script;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Side requests of interactive agents, in the format and the order in which the agents send them. */
final class SideRequestTest {
    private final MemoryStore store = new MemoryStore();
    private final TurnGateway gateway = new TurnGateway(Script.inOrder(Answer.text("ok")), TurnGateway.Parts.of(store));

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    void a_title_request_of_codex_in_its_own_thread_is_charged_to_the_session() {
        codex("main", "user", "add two numbers");
        long before = only().usage().input();
        String title = codex("title", "thread_title", TITLE + "add two numbers");
        codex("main", "user", "add two numbers", "assistant:ok", "now three");
        codex("title", "thread_title", TITLE + "add two numbers", "assistant:ok", "again");

        SessionCard session = only();
        assertEquals("codex:main", session.key().text());
        assertEquals(2, session.turns());
        assertTrue(session.usage().input() > 3 * before, "four requests were billed");
        assertEquals(title, gateway.model.received().get(1).body().utf8(), "a side request is forwarded unchanged");
        Transcript transcript = transcript(session);
        assertEquals(
                List.of(Purpose.CONVERSATION, Purpose.SIDE_REQUEST, Purpose.CONVERSATION, Purpose.SIDE_REQUEST),
                purposes(session));
        assertEquals(4, transcript.conversation().size(), "two questions and their answers");
    }

    @Test
    void title_requests_of_two_sessions_are_assigned_to_the_right_session() {
        codex("one", "user", "add two numbers");
        codex("two", "user", "write a poem");
        codex("title-1", "thread_title", TITLE + "add two numbers");
        codex("title-2", "thread_title", TITLE + "write a poem");
        for (SessionCard card : all()) {
            assertEquals(List.of(Purpose.CONVERSATION, Purpose.SIDE_REQUEST), purposes(card));
        }
        assertEquals(2, all().size());
    }

    @Test
    void a_side_request_without_a_conversation_gets_its_own_session() {
        codex("main", "user", "add two numbers");
        codex("memory", "memory_consolidation", "Consolidate what is in this folder");
        assertEquals(2, all().size());
        SessionCard sideSession = all().stream()
                .filter(SessionCard::hasOnlySideRequests)
                .findFirst()
                .orElseThrow();
        assertEquals("codex:memory", sideSession.key().text());
        assertEquals(2, transcript(sideSession).nodes().size(), "the question and its answer");
    }

    @Test
    void a_command_review_of_codex_belongs_to_its_parent_thread() {
        codex("main", "user", "add two numbers");
        gateway.post(
                "/v1/responses",
                responses("May this command run?"),
                "user-agent",
                "codex-tui/0.166.0",
                "session-id",
                "main",
                "thread-id",
                "guardian",
                "x-codex-parent-thread-id",
                "main",
                "x-codex-turn-metadata",
                "{\"request_kind\":\"turn\",\"thread_source\":\"guardian_review\"}");
        assertEquals(List.of(Purpose.CONVERSATION, Purpose.SIDE_REQUEST), purposes(only()));
    }

    @Test
    void a_title_request_of_claude_code_before_the_conversation_does_not_count_as_a_turn() {
        claude("You are naming a coding session", "", "<session>add two numbers</session>");
        assertTrue(only().hasOnlySideRequests());
        claude("You help.", TOOLS, "add two numbers");
        claude("You help.", TOOLS, "add two numbers", "assistant:ok", "now three");
        assertFalse(only().hasOnlySideRequests());
        assertEquals(2, only().turns());
        assertEquals(List.of(Purpose.SIDE_REQUEST, Purpose.CONVERSATION, Purpose.CONVERSATION), purposes(only()));
    }

    @Test
    void a_request_of_claude_code_without_tools_is_a_side_request() {
        claude("You help.", TOOLS, "add two numbers");
        claude("You read a page.", "", "Web page content: hello");
        assertEquals(List.of(Purpose.CONVERSATION, Purpose.SIDE_REQUEST), purposes(only()));
        assertEquals(1, only().turns());
    }

    @Test
    void a_summary_request_of_pi_is_charged_to_the_summarised_session() {
        String[] agent = {"user-agent", "pi (linux 6; x64)"};
        gateway.post("/v1/chat/completions", chat("You are an expert.", "add two numbers"), agent);
        gateway.post(
                "/v1/chat/completions",
                chat("You are a context summarization assistant.", "[User]: add two numbers [Assistant]: ok"),
                agent);
        assertEquals(List.of(Purpose.CONVERSATION, Purpose.COMPACTION), purposes(only()));
    }

    private static final String TITLE = "Generate a concise, single-line task title. User prompt: ";
    private static final String TOOLS = "\"tools\":[{\"name\":\"Read\",\"input_schema\":{\"type\":\"object\"}}],";

    /** Sends a request of Codex and returns its body. */
    private String codex(String thread, String source, String... texts) {
        String body = responses(texts);
        gateway.post(
                "/v1/responses",
                body,
                "user-agent",
                "codex-tui/0.166.0",
                "session-id",
                thread,
                "thread-id",
                thread,
                "x-codex-turn-metadata",
                "{\"request_kind\":\"turn\",\"thread_source\":\"" + source + "\"}");
        return body;
    }

    private void claude(String system, String tools, String... texts) {
        String body = "{\"model\":\"m\",\"max_tokens\":99," + tools + "\"system\":[{\"type\":\"text\",\"text\":\""
                + system + "\"}],\"messages\":[" + messages(texts) + "]}";
        gateway.post("/v1/messages", body, "user-agent", "claude-cli/2.1.325", "x-claude-code-session-id", "one");
    }

    private static String chat(String system, String... texts) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"developer\",\"content\":\"" + system + "\"},"
                + messages(texts) + "]}";
    }

    private static String responses(String... texts) {
        return "{\"model\":\"m\",\"input\":[" + messages(texts) + "]}";
    }

    private static String messages(String... texts) {
        return String.join(
                ",",
                List.of(texts).stream()
                        .map(text -> text.startsWith("assistant:")
                                ? "{\"role\":\"assistant\",\"content\":\"" + text.substring(10) + "\"}"
                                : "{\"role\":\"user\",\"content\":\"" + text + "\"}")
                        .toList());
    }

    private List<Purpose> purposes(SessionCard card) {
        return transcript(card).turns().stream().map(turn -> turn.purpose()).toList();
    }

    private List<SessionCard> all() {
        return store.sessions(Tenant.LOCAL, Optional.empty(), 10).items();
    }

    private SessionCard only() {
        assertEquals(1, all().size(), all().toString());
        return all().getFirst();
    }

    private Transcript transcript(SessionCard card) {
        return Transcript.read(after -> store.entries(card.ref(), after, 100));
    }
}
