package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import dev.throughline.model.Tenant;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests get memory, and in which session they are recorded. */
final class TurnReaderTest {
    private static final String PLAIN = "{\"model\":\"m\",\"messages\":[" + ChatReplies.user("One") + "]}";
    private static final String TOOLS = ChatReplies.request(ChatReplies.user("One"));

    private final TurnFixture fixture = new TurnFixture();

    private TurnReader reader(String body) {
        return new TurnReader(fixture.handler(), fixture.inbound(body));
    }

    private RecordedTurn recorded(String body) {
        TurnReader.ReadRequest reading = reader(body).read().orElseThrow();
        long arrival = fixture.handler().services.sessions().arrive("caller");
        SessionCard card = reading.open(arrival);
        fixture.handler().services.sessions().leave(arrival);
        return reading.record(card);
    }

    /** @param header which headers or run the request has */
    @ParameterizedTest
    @CsvSource({
        "ALL, none, false, true",
        "ALL, none, true, true",
        "NONE, none, true, false",
        "NONE, memory-on, false, true",
        "ALL, memory-off, true, false",
        "AGENTS, none, false, false",
        "AGENTS, none, true, true",
        "AGENTS, agent, false, true",
        "AGENTS, sdk, false, true",
        "AGENTS, session, false, true",
        "AGENTS, run, false, true",
        "AGENTS, memory-on, false, true"
    })
    void a_request_gets_memory_by_setting_header_program_and_tools(
            ApplyTo applyTo, String header, boolean hasTools, boolean getsMemory) {
        fixture.applyTo = applyTo;
        fixture.headers = switch (header) {
            case "memory-on" -> Headers.of("x-throughline-memory", "on");
            case "memory-off" -> Headers.of("x-throughline-memory", "off");
            case "agent" -> Headers.of("user-agent", "codex_exec/1");
            case "sdk" -> Headers.of("user-agent", "OpenAI/JS 7");
            case "session" -> Headers.of("x-throughline-session", "s");
            default -> Headers.NONE;
        };
        fixture.run = header.equals("run") ? Optional.of("7") : Optional.empty();
        TurnReader reader = reader(hasTools ? TOOLS : PLAIN);
        assertEquals(getsMemory, reader.memoryOff().isEmpty() && reader.read().isPresent());
    }

    @Test
    void the_reason_for_no_memory_says_who_turned_it_off() {
        fixture.applyTo = ApplyTo.NONE;
        assertEquals(Optional.of(MemoryOff.APPLY_TO_NONE), reader(PLAIN).memoryOff());
        fixture.headers = Headers.of("x-throughline-memory", "off");
        assertEquals(Optional.of(MemoryOff.REQUESTED), reader(PLAIN).memoryOff());
        assertEquals("apply_to_none", MemoryOff.APPLY_TO_NONE.word(), "the value of the reply header");
    }

    @Test
    void an_unreadable_body_is_recorded_whole_if_the_request_gets_memory() {
        RecordedTurn recorded = recorded("not JSON");
        assertEquals(Purpose.OPAQUE, recorded.turn().purpose());
        assertEquals("not JSON", recorded.turn().request().body().utf8());
        assertEquals("one", recorded.card().key().text());
        fixture.applyTo = ApplyTo.AGENTS;
        fixture.headers = Headers.NONE;
        assertEquals(Optional.empty(), reader("not JSON").read());
    }

    @Test
    void a_body_that_cannot_be_decompressed_is_unreadable() {
        fixture.plain = () -> {
            throw new ProxyException(Kind.CALLER, "bad_encoding", "This is not gzip.");
        };
        assertEquals(Purpose.OPAQUE, recorded("compressed").turn().purpose());
        ProxyException tooLarge = new ProxyException(Kind.LIMIT, "too_large", "Too large.");
        fixture.plain = () -> {
            throw tooLarge;
        };
        assertSame(
                tooLarge,
                assertThrows(ProxyException.class, () -> reader("compressed").read()));
    }

    @Test
    void a_turn_knows_its_client_run_time_and_origin() {
        fixture.headers = Headers.of(
                "user-agent",
                "claude-cli/2.1",
                "x-throughline-session",
                "s",
                "x-throughline-time",
                "2025-01-01T00:00:00Z");
        fixture.run = Optional.of("7");
        RecordedTurn untrusted = recorded(TOOLS);
        assertEquals("claude", untrusted.turn().client());
        assertEquals(Optional.of("7"), untrusted.turn().run());
        assertEquals(TurnFixture.NOON, untrusted.turn().at());
        fixture.trustsClientTime = true;
        fixture.restart();
        assertEquals(
                Instant.parse("2025-01-01T00:00:00Z"), recorded(TOOLS).turn().at());
    }

    @Test
    void callers_differ_by_credentials_program_and_run() {
        fixture.headers = Headers.of("authorization", "Bearer a");
        String first = reader(PLAIN).caller();
        assertEquals(first, reader(TOOLS).caller());
        assertFalse(first.contains("Bearer"), "credentials are only hashed");
        fixture.run = Optional.of("7");
        assertNotEquals(first, reader(PLAIN).caller());
        fixture.run = Optional.empty();
        fixture.headers = Headers.of("authorization", "Bearer b");
        assertNotEquals(first, reader(PLAIN).caller());
        fixture.headers = Headers.of("authorization", "Bearer a", "user-agent", "curl/8");
        assertNotEquals(first, reader(PLAIN).caller());
    }

    /** Where a second request goes whose history has nothing in common with the first of the same key. */
    @ParameterizedTest
    @CsvSource({"header, same", "client, same", "cache-key, child", "content, other"})
    void a_history_that_does_not_fit_is_a_branch_a_child_or_another_session(String kind, String expected) {
        fixture.dialect = ResponsesDialect.NAME;
        fixture.target = "/v1/responses";
        fixture.headers = switch (kind) {
            case "header" -> Headers.of("x-throughline-session", "s");
            case "client" -> Headers.of("thread-id", "t1", "user-agent", "OpenAI/JS 7");
            default -> Headers.NONE;
        };
        String more = kind.equals("cache-key") ? ",\"prompt_cache_key\":\"k\"" : "";
        RecordedTurn first = recorded("{\"model\":\"m\"" + more + ",\"input\":\"One\"}");
        RecordedTurn second = recorded("{\"model\":\"m\"" + more + ",\"input\":\"Other\"}");
        boolean isSame = first.card().ref().equals(second.card().ref());
        boolean isChild =
                second.card().parent().equals(Optional.of(first.card().ref().id()));
        assertEquals(expected, isSame ? "same" : isChild ? "child" : "other");
        RecordedTurn third = recorded("{\"model\":\"m\"" + more + ",\"input\":\"Other\"}");
        assertEquals(second.card().ref(), third.card().ref(), "it is found there again");
    }

    @Test
    void the_side_request_of_an_agent_is_in_the_session_of_its_conversation() {
        fixture.dialect = MessagesDialect.NAME;
        fixture.target = "/v1/messages";
        fixture.headers = Headers.of("user-agent", "claude-cli/2.1", "x-claude-code-session-id", "abc");
        String tools = "\"tools\":[{\"name\":\"Read\",\"input_schema\":{\"type\":\"object\"}}],";
        String messages = "\"messages\":[" + ChatReplies.user("Add two numbers please") + "]}";
        RecordedTurn first = recorded("{\"model\":\"m\",\"max_tokens\":9," + tools + messages);
        RecordedTurn title =
                recorded("{\"model\":\"m\",\"max_tokens\":9,\"system\":\"You are naming a coding session\","
                        + messages.replace("Add", "Title: Add"));
        assertEquals(Purpose.SIDE_REQUEST, title.turn().purpose());
        assertEquals(first.card().ref(), title.card().ref());
        RecordedTurn warming = recorded("{\"model\":\"m\",\"max_tokens\":1," + tools + messages);
        assertEquals(Purpose.PREWARM, warming.turn().purpose());
        assertEquals(first.card().ref(), warming.card().ref());
    }

    private Optional<LeasedSession> dryRun(String body) {
        return reader(body).dryRun().flatMap(TurnReader.DryRun::session);
    }

    @Test
    void a_dry_run_opens_no_session_and_is_only_for_conversations() {
        assertEquals(Optional.empty(), dryRun(TOOLS), "the session is unknown");
        assertEquals(
                0,
                fixture.watched
                        .real
                        .sessions(Tenant.LOCAL, Optional.empty(), 10)
                        .items()
                        .size());
        recorded(TOOLS);
        assertTrue(dryRun(TOOLS).isPresent());
        assertEquals(Optional.empty(), dryRun("not JSON"));
        fixture.headers = fixture.headers.and("user-agent", "pi (linux)");
        String warming = TOOLS.replace("\"m\",", "\"m\",\"max_tokens\":1,");
        assertEquals(Optional.empty(), dryRun(warming), "a side request");
    }

    @Test
    void a_dry_run_finds_the_child_of_a_shared_key() {
        fixture.dialect = ResponsesDialect.NAME;
        fixture.headers = Headers.NONE;
        String first = "{\"model\":\"m\",\"prompt_cache_key\":\"k\",\"input\":\"One\"}";
        recorded(first);
        RecordedTurn child = recorded(first.replace("One", "Other"));
        assertEquals(
                Optional.of(child.card().ref()),
                dryRun(first.replace("One", "Other"))
                        .map(run -> run.recorded().card().ref()));
        assertEquals(Optional.empty(), dryRun(first.replace("One", "Third")));
    }
}
