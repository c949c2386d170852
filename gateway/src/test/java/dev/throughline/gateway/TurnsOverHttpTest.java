package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Tenant;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.Script;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns as a client sees them, and what is recorded of them. */
final class TurnsOverHttpTest {
    private final MemoryStore store = new MemoryStore();

    @Test
    void a_turn_is_forwarded_byte_for_byte_and_both_sides_are_archived() {
        try (TurnGateway gateway = gateway(Answer.text("Hello back."))) {
            String body =
                    "{\"model\":\"m\", \"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],\"temperature\":1e0}";
            HttpResponse<String> reply = gateway.post("/v1/chat/completions", body);
            assertEquals(200, reply.statusCode(), reply.body());
            assertEquals(body, gateway.model.received().getFirst().body().utf8());
            Transcript transcript = transcript(only());
            assertEquals(
                    List.of(ItemKind.USER, ItemKind.ASSISTANT),
                    transcript.conversation().stream().map(Entry.Node::kind).toList());
        }
    }

    @Test
    void the_reply_headers_name_the_session() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            HttpResponse<String> reply = gateway.post("/v1/responses", "{\"model\":\"m\",\"input\":\"hi\"}");
            assertEquals(
                    only().ref().id().toString(),
                    header(reply, "x-throughline-session").orElseThrow());
            assertEquals("off", header(reply, "x-throughline-policy").orElseThrow());
            assertTrue(Long.parseLong(header(reply, "x-throughline-tokens-in").orElseThrow()) > 0);
            assertEquals("0", header(reply, "x-throughline-prefix").orElseThrow());
            assertEquals(Optional.empty(), header(reply, "x-throughline-bypass"));
        }
    }

    @Test
    void control_headers_never_reach_the_provider() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post(
                    "/v1/responses",
                    "{\"model\":\"m\",\"input\":\"hi\"}",
                    "X-Throughline-Session",
                    "mine",
                    "X-Throughline-Memory",
                    "on",
                    "x-unknown",
                    "kept");
            var headers = gateway.model.received().getFirst().headers();
            assertTrue(headers.all().stream()
                    .noneMatch(h -> h.name().toLowerCase(java.util.Locale.ROOT).startsWith("x-throughline")));
            assertEquals(Optional.of("kept"), headers.first("x-unknown"));
            assertEquals("mine", only().key().text());
        }
    }

    @Test
    void a_malformed_control_header_is_rejected_in_the_dialect_of_the_client() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            HttpResponse<String> reply = gateway.post(
                    "/v1/messages",
                    "{\"model\":\"m\",\"max_tokens\":5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
                    "x-throughline-memory",
                    "perhaps");
            assertEquals(400, reply.statusCode());
            assertTrue(reply.body().startsWith("{\"type\":\"error\""), reply.body());
            assertEquals(List.of(), gateway.model.received());
        }
    }

    @Test
    void a_request_with_memory_off_is_not_archived() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            HttpResponse<String> reply =
                    gateway.post("/v1/responses", "{\"model\":\"m\",\"input\":\"hi\"}", "x-throughline-memory", "off");
            assertEquals(200, reply.statusCode());
            assertEquals(Optional.of("off; requested"), header(reply, "x-throughline-memory"));
            assertEquals(
                    List.of(),
                    store.sessions(Tenant.LOCAL, Optional.empty(), 10).items());
        }
    }

    @ParameterizedTest
    @CsvSource({"AGENTS, curl/8, off; no_agent", "AGENTS, OpenAI Codex, ''", "NONE, OpenAI Codex, off; apply_to_none"})
    void a_reply_header_says_why_a_request_is_not_archived(ApplyTo applyTo, String agent, String expectedText) {
        try (TurnGateway gateway =
                new TurnGateway(Script.inOrder(Answer.text("ok")), TurnGateway.Parts.of(store), applyTo)) {
            HttpResponse<String> reply =
                    gateway.post("/v1/responses", "{\"model\":\"m\",\"input\":\"hi\"}", "user-agent", agent);
            assertEquals(expectedText, header(reply, "x-throughline-memory").orElse(""));
            assertEquals(
                    expectedText.isEmpty(),
                    header(reply, "x-throughline-session").isPresent());
        }
    }

    @Test
    void a_body_that_is_not_json_is_forwarded_unchanged_and_archived() {
        try (TurnGateway gateway = gateway(Answer.text("never"))) {
            HttpResponse<String> reply = gateway.post("/v1/messages", "{\"model\": oops");
            assertEquals(400, reply.statusCode());
            assertEquals(
                    "{\"model\": oops",
                    gateway.model.received().getFirst().body().utf8());
            assertEquals(Optional.of("unreadable"), header(reply, "x-throughline-bypass"));
            Entry.TurnOpened turn = transcript(only()).turns().getFirst();
            assertEquals(Purpose.OPAQUE, turn.purpose());
            assertEquals(
                    "{\"model\": oops",
                    store.source(only().ref(), turn.frame()).orElseThrow().utf8());
        }
    }

    @Test
    void an_error_of_the_provider_is_forwarded_unchanged_and_archived() {
        try (TurnGateway gateway =
                gateway(Answer.error(529, "overloaded_error", "Overloaded").withHeader("retry-after", "7"))) {
            HttpResponse<String> reply = gateway.post(
                    "/v1/messages",
                    "{\"model\":\"m\",\"max_tokens\":5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
            assertEquals(529, reply.statusCode());
            assertEquals("7", header(reply, "retry-after").orElseThrow());
            Transcript transcript = transcript(only());
            Entry.TurnClosed closed =
                    transcript.reply(transcript.turns().getFirst().id()).orElseThrow();
            assertEquals(529, closed.status());
            assertEquals(
                    reply.body(),
                    store.source(only().ref(), closed.unread().getFirst())
                            .orElseThrow()
                            .utf8());
            assertEquals(1, gateway.model.received().size(), "no retries of our own");
        }
    }

    @Test
    void two_keys_with_the_same_opening_have_two_sessions() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("hello"), "x-api-key", "one");
            gateway.post("/v1/chat/completions", chat("hello"), "x-api-key", "two");
            gateway.post("/v1/chat/completions", chat("hello", "assistant:ok", "more"), "x-api-key", "one");
            List<Long> turns = store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().stream()
                    .map(SessionCard::turns)
                    .sorted()
                    .toList();
            assertEquals(List.of(1L, 2L), turns);
        }
    }

    @Test
    void a_fresh_history_under_a_named_key_is_a_new_branch_of_its_session() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("the first task"), "x-session-id", "s");
            gateway.post("/v1/chat/completions", chat("another task"), "x-session-id", "s");
            assertEquals(2, only().turns());
            Transcript transcript = transcript(only());
            assertEquals(
                    List.of("another task", "ok"),
                    transcript.conversation().stream().map(this::text).toList());
            assertEquals(
                    List.of("the first task", "ok"),
                    transcript.branches().stream().map(this::text).toList());
        }
    }

    @Test
    void a_session_with_a_named_key_can_continue_without_tools() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", withTools(chat("the first task")), "x-session-id", "s");
            gateway.post("/v1/chat/completions", chat("another task"), "x-session-id", "s");
            assertEquals(2, only().turns());
        }
    }

    @Test
    void an_unrelated_history_under_a_shared_key_becomes_a_child_session() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", shared(chat("the parent's task")));
            gateway.post("/v1/chat/completions", shared(chat("a sub-agent's task")));
            gateway.post("/v1/chat/completions", shared(chat("a sub-agent's task")));
            List<SessionCard> cards =
                    store.sessions(Tenant.LOCAL, Optional.empty(), 10).items();
            assertEquals(2, cards.size());
            SessionCard child = cards.stream()
                    .filter(card -> card.parent().isPresent())
                    .findFirst()
                    .orElseThrow();
            SessionCard parent = cards.stream()
                    .filter(card -> card.parent().isEmpty())
                    .findFirst()
                    .orElseThrow();
            assertEquals(Optional.of(parent.ref().id()), child.parent());
            assertEquals(2, child.turns());
        }
    }

    @Test
    void a_rewind_is_a_branch_of_the_same_session() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("first", "assistant:ok", "second"), "x-session-id", "s");
            gateway.post("/v1/chat/completions", chat("first", "assistant:ok", "other"), "x-session-id", "s");
            Transcript transcript = transcript(only());
            assertEquals(4, transcript.conversation().size());
            assertEquals(2, transcript.branches().size(), "the old question and its answer");
        }
    }

    @Test
    void a_compaction_by_the_client_is_linked_to_the_replaced_history() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("first", "assistant:ok", "second"), "x-session-id", "s");
            gateway.post(
                    "/v1/chat/completions",
                    chat("This session is being continued from a previous conversation. Summary: x"),
                    "x-session-id",
                    "s");
            Transcript transcript = transcript(only());
            assertEquals(6, transcript.conversation().size(), "four items before and two after");
            assertEquals(List.of(), transcript.branches());
        }
    }

    @Test
    void the_session_of_a_client_without_ids_is_recognised_after_a_compaction() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("first", "assistant:ok", "second"));
            String summary = "The conversation history before this point was compacted into the following summary:";
            gateway.post("/v1/chat/completions", chat(summary, "second", "assistant:ok", "third"));
            gateway.post(
                    "/v1/chat/completions", chat(summary, "second", "assistant:ok", "third", "assistant:ok", "go on"));
            assertEquals(3, only().turns());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x-session-id"})
    void a_request_with_a_previous_response_id_stays_in_its_session(String header) {
        String[] headers = header.isEmpty() ? new String[0] : new String[] {header, "s"};
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            String last = "";
            for (String text : List.of("one", "two", "three")) {
                String from = last.isEmpty() ? "" : "\"previous_response_id\":\"" + last + "\",";
                String body = "{\"model\":\"m\",\"store\":true," + from + "\"input\":\"" + text + "\"}";
                last = gateway.post("/v1/responses", body, headers)
                        .body()
                        .replaceFirst("(?s).*?\"id\":\\s*\"(resp_[^\"]+)\".*", "$1");
            }
            assertEquals(
                    List.of("user", "assistant", "user", "assistant", "user", "assistant"),
                    transcript(only()).conversation().stream()
                            .map(node -> node.kind().word())
                            .toList());
        }
    }

    @Test
    void a_conversation_stored_by_the_provider_is_one_session() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/responses", "{\"model\":\"m\",\"conversation\":\"conv_1\",\"input\":\"one\"}");
            gateway.post("/v1/responses", "{\"model\":\"m\",\"conversation\":\"conv_1\",\"input\":\"two\"}");
            assertEquals(4, transcript(only()).conversation().size());
        }
    }

    @Test
    void a_title_request_before_the_task_becomes_a_branch() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("Give this a title"), "x-session-id", "s");
            gateway.post("/v1/chat/completions", withTools(chat("the task")), "x-session-id", "s");
            Transcript transcript = transcript(only());
            assertEquals(2, transcript.conversation().size(), "the task and its answer");
            assertEquals(2, transcript.branches().size(), "the title and its answer");
        }
    }

    @Test
    void a_conversation_is_never_assigned_to_the_session_of_a_side_request() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("first", "assistant:ok", "second"));
            String side = "{\"model\":\"m\",\"messages\":[{\"role\":\"developer\",\"content\":"
                    + "\"You are a context summarization assistant.\"},{\"role\":\"user\",\"content\":\"sum up\"}]}";
            gateway.post("/v1/chat/completions", side);
            String summary = "The conversation history before this point was compacted into the following summary:";
            gateway.post("/v1/chat/completions", chat(summary, "assistant:ok", "third"));
            List<SessionCard> conversations = store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().stream()
                    .filter(card -> card.turns() > 0)
                    .toList();
            assertEquals(1, conversations.size(), conversations.toString());
        }
    }

    @Test
    void a_summary_request_is_not_part_of_the_conversation() {
        try (TurnGateway gateway = gateway(Answer.text("ok"))) {
            gateway.post("/v1/chat/completions", chat("first", "assistant:ok", "second"), "x-session-id", "s");
            gateway.post(
                    "/v1/chat/completions",
                    chat(
                            "first",
                            "assistant:ok",
                            "second",
                            "assistant:ok",
                            "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools. Summarise."),
                    "x-session-id",
                    "s");
            assertEquals(1, only().turns());
            Transcript transcript = transcript(only());
            assertEquals(4, transcript.conversation().size());
            assertEquals(2, transcript.branches().size(), "the summary request and the summary are a branch");
        }
    }

    private TurnGateway gateway(Answer answer) {
        return new TurnGateway(Script.inOrder(answer), TurnGateway.Parts.of(store));
    }

    /** A chat request; a text that starts with {@code assistant:} is a message of the model. */
    private static String chat(String... texts) {
        StringBuilder messages = new StringBuilder();
        for (String text : texts) {
            boolean isModel = text.startsWith("assistant:");
            String expectedText = isModel ? text.substring("assistant:".length()) : text;
            messages.append(messages.isEmpty() ? "" : ",")
                    .append("{\"role\":\"")
                    .append(isModel ? "assistant" : "user")
                    .append("\",\"content\":\"")
                    .append(expectedText)
                    .append("\"}");
        }
        return "{\"model\":\"m\",\"messages\":[" + messages + "]}";
    }

    private static String withTools(String body) {
        String tools =
                "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}}],";
        return body.replaceFirst("\\{", "{" + tools.replace("\\", "\\\\"));
    }

    private static String shared(String body) {
        return body.replaceFirst("\\{", "{\"prompt_cache_key\":\"k\",");
    }

    private String text(Entry.Node node) {
        String source = store.source(only().ref(), node.source()).orElseThrow().utf8();
        return source.replaceFirst("(?s).*\"content\":\\s*\"([^\"]*)\".*", "$1");
    }

    private SessionCard only() {
        List<SessionCard> cards =
                store.sessions(Tenant.LOCAL, Optional.empty(), 10).items();
        assertEquals(1, cards.size(), cards.toString());
        return cards.getFirst();
    }

    private Transcript transcript(SessionCard card) {
        return Transcript.read(after -> store.entries(card.ref(), after, 100));
    }

    private static Optional<String> header(HttpResponse<?> reply, String name) {
        return reply.headers().firstValue(name);
    }
}
