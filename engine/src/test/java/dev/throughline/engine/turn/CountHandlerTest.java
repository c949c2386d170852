package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CountHandlerTest {
    private static final String COUNT = "{\"input_tokens\":7}";
    private static final String NEXT =
            ChatReplies.request(ChatReplies.user("One"), ChatReplies.assistant("Hello."), ChatReplies.user("Two"));

    private final TurnFixture fixture = new TurnFixture();
    private List<Entry> before = List.of();

    @BeforeEach
    void recordFirstTurn() {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ChatReplies.request(ChatReplies.user("One")));
        before = fixture.entries();
        fixture.sent.clear();
        fixture.events.clear();
    }

    private void assertNothingStored() {
        assertEquals(before, fixture.entries());
        assertEquals(List.of(), fixture.events, "a count is not a turn");
        assertEquals(0, fixture.watched.heldLeases.get());
    }

    @Test
    void the_provider_counts_what_would_be_sent() {
        fixture.willReply(200, COUNT);
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(COUNT, client.body.toString());
        assertTrue(client.hasEnded);
        String counted = fixture.sent.getFirst().body().utf8();
        assertTrue(counted.contains("recall"), "the local tool is sent too: " + counted);
        assertFalse(client.header("x-throughline-session").isEmpty());
        assertEquals("auto", client.header("x-throughline-policy"));
        assertNothingStored();
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(NEXT);
        assertEquals(counted, fixture.sent.get(1).body().utf8(), "the turn sends exactly that");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422})
    void a_refused_edited_body_is_replaced_by_the_clients_own(int status) {
        fixture.willReply(status, "{\"error\":{}}").willReply(200, COUNT);
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(COUNT, client.body.toString());
        assertEquals(NEXT, fixture.sent.get(1).body().utf8());
        assertEquals("off", client.header("x-throughline-policy"), "nothing was edited");
        assertNothingStored();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 500})
    void another_refusal_reaches_the_client(int status) {
        fixture.willReply(status, "{\"error\":{}}");
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(status, client.status);
        assertEquals(1, fixture.sent.size());
    }

    @Test
    void the_count_of_an_unknown_session_is_that_of_the_clients_own_body() {
        fixture.headers = Headers.of("x-throughline-session", "another");
        fixture.willReply(200, COUNT);
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(NEXT, fixture.sent.getFirst().body().utf8());
        assertTrue(client.header("x-throughline-session").isEmpty());
        assertNothingStored();
    }

    @Test
    void the_count_of_a_history_that_does_not_fit_is_that_of_the_clients_own_body() {
        String other = ChatReplies.request(ChatReplies.user("Other"));
        fixture.willReply(200, COUNT);
        fixture.count(other);
        assertEquals(other, fixture.sent.getFirst().body().utf8());
        assertNothingStored();
    }

    @ParameterizedTest
    @ValueSource(strings = {"find", "lease"})
    void a_store_that_fails_gives_the_count_of_the_clients_own_body(String method) {
        fixture.watched.fail(method, new ProxyException(Kind.STORE, "store_full", "full"));
        fixture.willReply(200, COUNT);
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(NEXT, fixture.sent.getFirst().body().utf8());
        assertEquals(COUNT, client.body.toString());
        assertEquals("store_full", client.header("x-throughline-bypass"));
        assertNothingStored();
    }

    @Test
    void a_policy_that_fails_gives_the_count_of_the_clients_own_body() {
        fixture.policy = _ -> {
            throw new StackOverflowError("broken on purpose");
        };
        fixture.willReply(200, COUNT);
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(NEXT, fixture.sent.getFirst().body().utf8());
        assertEquals("internal_error", client.header("x-throughline-bypass"));
        assertNothingStored();
    }

    @Test
    void a_count_without_memory_is_forwarded() {
        fixture.headers = fixture.headers.and("x-throughline-memory", "off");
        fixture.willReply(200, COUNT);
        TurnFixture.Client client = fixture.count(NEXT);
        assertEquals(NEXT, fixture.sent.getFirst().body().utf8());
        assertTrue(client.header("x-throughline-session").isEmpty());
        assertNothingStored();
    }

    @Test
    void an_upstream_that_cannot_be_reached_is_thrown_to_the_gateway() {
        fixture.willFail(new ProxyException(Kind.UPSTREAM, "upstream_unreachable", "The connection was refused."));
        assertThrows(ProxyException.class, () -> fixture.count(NEXT));
        assertNothingStored();
    }

    @Test
    void a_count_that_works_does_not_end_the_errors_of_turns() {
        PassThrough errors = fixture.handler().passThrough;
        errors.attempt(fixture.headers).runOrLog(() -> {
            throw new ProxyException(Kind.STORE, "store_full", "full");
        });
        fixture.willReply(200, COUNT);
        fixture.count(NEXT);
        assertNotEquals(Set.of(), errors.errors());
    }
}
