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

    private final TurnWorld world = new TurnWorld();
    private List<Entry> before = List.of();

    @BeforeEach
    void a_session_with_one_turn() {
        world.answering(200, ChatReplies.HELLO);
        world.ask(ChatReplies.request(ChatReplies.user("One")));
        before = world.entries();
        world.sent.clear();
        world.told.clear();
    }

    private void assertNothingStored() {
        assertEquals(before, world.entries());
        assertEquals(List.of(), world.told, "a count is not a turn");
        assertEquals(0, world.watched.heldLeases.get());
    }

    @Test
    void the_provider_counts_what_would_be_sent() {
        world.answering(200, COUNT);
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(COUNT, client.body.toString());
        assertTrue(client.hasEnded);
        String counted = world.sent.getFirst().body().utf8();
        assertTrue(counted.contains("recall"), "the local tool is sent too: " + counted);
        assertFalse(client.header("x-throughline-session").isEmpty());
        assertEquals("auto", client.header("x-throughline-policy"));
        assertNothingStored();
        world.answering(200, ChatReplies.HELLO);
        world.ask(NEXT);
        assertEquals(counted, world.sent.get(1).body().utf8(), "the turn sends exactly that");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422})
    void an_edited_body_that_is_refused_is_replaced_by_the_clients_own(int status) {
        world.answering(status, "{\"error\":{}}").answering(200, COUNT);
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(COUNT, client.body.toString());
        assertEquals(NEXT, world.sent.get(1).body().utf8());
        assertEquals("off", client.header("x-throughline-policy"), "nothing was edited");
        assertNothingStored();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 500})
    void another_refusal_reaches_the_client(int status) {
        world.answering(status, "{\"error\":{}}");
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(status, client.status);
        assertEquals(1, world.sent.size());
    }

    @Test
    void the_count_of_an_unknown_session_is_that_of_the_clients_own_body() {
        world.headers = Headers.of("x-throughline-session", "another");
        world.answering(200, COUNT);
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(NEXT, world.sent.getFirst().body().utf8());
        assertTrue(client.header("x-throughline-session").isEmpty());
        assertNothingStored();
    }

    @Test
    void the_count_of_a_history_that_does_not_fit_is_that_of_the_clients_own_body() {
        String other = ChatReplies.request(ChatReplies.user("Other"));
        world.answering(200, COUNT);
        world.count(other);
        assertEquals(other, world.sent.getFirst().body().utf8());
        assertNothingStored();
    }

    @ParameterizedTest
    @ValueSource(strings = {"find", "lease"})
    void a_store_that_fails_gives_the_count_of_the_clients_own_body(String method) {
        world.watched.fail(method, new ProxyException(Kind.STORE, "store_full", "full"));
        world.answering(200, COUNT);
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(NEXT, world.sent.getFirst().body().utf8());
        assertEquals(COUNT, client.body.toString());
        assertEquals("store_full", client.header("x-throughline-bypass"));
        assertNothingStored();
    }

    @Test
    void a_policy_that_fails_gives_the_count_of_the_clients_own_body() {
        world.policy = _ -> {
            throw new StackOverflowError("broken on purpose");
        };
        world.answering(200, COUNT);
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(NEXT, world.sent.getFirst().body().utf8());
        assertEquals("internal_error", client.header("x-throughline-bypass"));
        assertNothingStored();
    }

    @Test
    void a_count_without_memory_is_forwarded() {
        world.headers = world.headers.and("x-throughline-memory", "off");
        world.answering(200, COUNT);
        TurnWorld.Client client = world.count(NEXT);
        assertEquals(NEXT, world.sent.getFirst().body().utf8());
        assertTrue(client.header("x-throughline-session").isEmpty());
        assertNothingStored();
    }

    @Test
    void an_upstream_that_cannot_be_reached_is_thrown_to_the_gateway() {
        world.failing(new ProxyException(Kind.UPSTREAM, "upstream_unreachable", "Nobody is there."));
        assertThrows(ProxyException.class, () -> world.count(NEXT));
        assertNothingStored();
    }

    @Test
    void a_count_that_works_does_not_end_the_errors_of_turns() {
        PassThrough errors = world.handler().passThrough;
        errors.attempt(world.headers).runOrLog(() -> {
            throw new ProxyException(Kind.STORE, "store_full", "full");
        });
        world.answering(200, COUNT);
        world.count(NEXT);
        assertNotEquals(Set.of(), errors.errors());
    }
}
