package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.WatchedStore;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.ProxyException.Kind;
import dev.throughline.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each step of a turn fails once. The client always gets a reply, and the turn always ends. */
final class TurnRunTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("One"));
    private static final String NEXT =
            ChatReplies.request(ChatReplies.user("One"), ChatReplies.assistant("Hello."), ChatReplies.user("Two"));

    private final TurnFixture fixture = new TurnFixture();

    private static ProxyException storeFailure() {
        return new ProxyException(Kind.STORE, "store_full", "The disk is full.");
    }

    private TurnEvent.Finished finished() {
        List<TurnEvent.Finished> all = fixture.events(TurnEvent.Finished.class);
        assertEquals(1, all.size(), "listeners are called once with the end");
        assertSame(all.getFirst(), fixture.events.getLast(), "and nothing follows");
        return all.getFirst();
    }

    /** A step before sending that fails, and the bypass reason in the reply. */
    enum Broken {
        DECODE("internal_error"),
        DECODE_OUT_OF_MEMORY("internal_error"),
        OPEN("store_full"),
        RECORD_LEASE("store_full"),
        RECORD_APPEND("internal_error"),
        DECIDE("internal_error"),
        DECIDE_LEASE("store_full");

        private final String reason;

        Broken(String reason) {
            this.reason = reason;
        }

        void breakStep(TurnFixture fixture) {
            switch (this) {
                case DECODE ->
                    fixture.plain = () -> {
                        throw new IllegalStateException("broken on purpose");
                    };
                case DECODE_OUT_OF_MEMORY ->
                    fixture.plain = () -> {
                        throw new OutOfMemoryError("broken on purpose");
                    };
                case OPEN -> fixture.watched.fail("open", storeFailure());
                case RECORD_LEASE -> fixture.watched.fail("lease", storeFailure());
                case RECORD_APPEND -> fixture.watched.fail("append", new IllegalStateException("broken on purpose"));
                case DECIDE ->
                    fixture.policy = _ -> {
                        throw new StackOverflowError("broken on purpose");
                    };
                case DECIDE_LEASE ->
                    fixture.watched.before = method -> {
                        if (method.equals("lease") && fixture.watched.leases.get() == 1 && fixture.sent.isEmpty()) {
                            throw storeFailure();
                        }
                    };
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void if_a_step_before_sending_fails_the_clients_own_bytes_are_forwarded(Broken step) {
        fixture.willReply(200, ChatReplies.HELLO);
        step.breakStep(fixture);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(ASKED, fixture.sent.getFirst().body().utf8());
        assertEquals(ChatReplies.HELLO, client.body.toString(), "the provider's own reply");
        assertTrue(client.hasEnded && !client.isCut);
        assertEquals(step.reason, client.header("x-throughline-bypass"));
        assertEquals(Optional.of(step.reason), finished().bypass());
        assertEquals(
                List.of(step.reason),
                fixture.events(TurnEvent.Bypassed.class).stream()
                        .map(TurnEvent.Bypassed::reason)
                        .toList());
        assertEquals(
                fixture.entries(Entry.TurnOpened.class).size(),
                fixture.closings().size(),
                "what was opened is closed");
        assertEquals(0, fixture.watched.heldLeases.get());
    }

    @ParameterizedTest
    @EnumSource
    void the_next_turn_works_after_a_failure(Broken step) {
        fixture.willReply(200, ChatReplies.HELLO).willReply(200, ChatReplies.HELLO);
        step.breakStep(fixture);
        fixture.ask(ASKED);
        fixture.plain = null;
        fixture.watched.before = _ -> {};
        fixture.policy = _ -> List.of();
        fixture.events.clear();
        TurnFixture.Client client = fixture.ask(NEXT);
        assertTrue(client.header("x-throughline-bypass").isEmpty());
        assertFalse(client.header("x-throughline-session").isEmpty());
        assertEquals(Reply.Ending.COMPLETE, fixture.closings().getLast().ending());
        assertEquals(
                3, fixture.entries(Entry.TurnOpened.class).getLast().items(), "the history is archived completely");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"CALLER", "LIMIT"})
    void an_invalid_request_is_refused_in_the_clients_dialect_and_not_sent(Kind kind) {
        ProxyException fault = new ProxyException(kind, "bad_thing", "This is bad.");
        fixture.watched.fail("open", fault);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(List.of(), fixture.sent);
        assertEquals(fault.status(), client.status);
        assertTrue(client.body.toString().contains("This is bad.") && client.hasEnded, client.body.toString());
        assertEquals("off; refused", client.header("x-throughline-memory"));
        assertEquals(client.status, finished().status());
    }

    @Test
    void a_header_that_cannot_be_read_is_refused() {
        fixture.headers = fixture.headers.and("x-throughline-memory", "perhaps");
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(400, client.status);
        assertEquals(Optional.empty(), finished().recorded());
        assertEquals(List.of(), fixture.entries());
    }

    @Test
    void a_body_that_cannot_be_read_is_archived_whole_and_forwarded() {
        fixture.willReply(400, "{\"error\":{}}");
        TurnFixture.Client client = fixture.ask("not JSON");
        assertEquals("not JSON", fixture.sent.getFirst().body().utf8());
        assertEquals("unreadable", client.header("x-throughline-bypass"));
        assertTrue(fixture.entries(Entry.Source.class).stream()
                .anyMatch(source -> source.bytes().utf8().equals("not JSON")));
        assertEquals(400, fixture.closings().getFirst().status());
        assertEquals(400, finished().status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "append"})
    void a_store_that_fails_at_the_end_does_not_change_the_reply(String method) {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.watched.before = name -> {
            if (name.equals(method) && !fixture.sent.isEmpty()) {
                throw storeFailure();
            }
        };
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Optional.of("reply_not_kept"), finished().bypass());
        assertEquals(List.of(), fixture.closings());
        fixture.watched.before = _ -> {};
        fixture.restart();
        fixture.events.clear();
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(NEXT);
        assertEquals(2, fixture.entries(Entry.TurnOpened.class).size());
        assertEquals(Optional.empty(), finished().bypass());
        assertTrue(
                fixture.entries(Entry.Source.class).stream()
                        .anyMatch(source -> source.bytes().utf8().equals(ChatReplies.assistant("Hello."))),
                "the lost reply is archived when the client sends it back");
    }

    @Test
    void a_request_that_did_not_reach_the_disk_counts_as_not_recorded() {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), new WatchedStore.Never(), receipt.durable());
        TurnFixture.Client client = fixture.ask(ASKED);
        assertTrue(client.hasEnded);
        assertEquals("store_failed", client.header("x-throughline-bypass"));
        assertEquals(Optional.of("store_failed"), finished().bypass());
        assertEquals(Optional.empty(), finished().recorded());
        assertEquals(List.of(), fixture.events(TurnEvent.Recorded.class));
    }

    @Test
    void an_edit_that_did_not_reach_the_disk_is_not_sent() {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), receipt.written(), new WatchedStore.Never());
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(ASKED, fixture.sent.getFirst().body().utf8(), "without the local tool");
        assertEquals("edit_not_durable", client.header("x-throughline-bypass"));
    }

    @Test
    void no_lease_is_held_while_the_disk_is_flushed() {
        fixture.willReply(200, ChatReplies.HELLO);
        int[] waits = {0};
        fixture.watched.receipts = receipt -> {
            CompletableFuture<Void> disk = new CompletableFuture<>() {
                @Override
                public Void get(long timeout, TimeUnit unit) {
                    assertEquals(0, fixture.watched.heldLeases.get(), "a lease is held during fsync");
                    waits[0]++;
                    complete(null);
                    return join();
                }
            };
            return new Receipt(receipt.lastSequence(), disk, disk);
        };
        fixture.ask(ASKED);
        assertEquals(Optional.empty(), finished().bypass());
        assertTrue(waits[0] >= 3, "the edit, the request and the reply were awaited: " + waits[0]);
    }

    @Test
    void any_exception_of_the_upstream_ends_the_turn() {
        for (Throwable error : List.of(new IllegalStateException("on purpose"), new StackOverflowError("on purpose"))) {
            fixture.events.clear();
            fixture.willFail(error);
            assertSame(error, assertThrows(error.getClass(), () -> fixture.ask(ASKED)));
            assertEquals(500, finished().status());
        }
        assertEquals(2, fixture.closings().size());
    }

    @Test
    void a_disconnected_client_gets_no_reply_and_the_turn_is_closed() {
        fixture.isClientGone = true;
        fixture.willFail(new ProxyException(Kind.UPSTREAM, "upstream_timeout", "No reply."));
        TurnFixture.Client client = fixture.ask(ASKED);
        assertFalse(client.hasBegun());
        assertEquals(0, fixture.closings().getFirst().status());
        finished();
    }

    @Test
    void the_part_of_a_reply_before_a_client_disconnects_is_archived() {
        fixture.willStream(
                ChatReplies.chunk("{\"role\":\"assistant\",\"content\":\"Hel\"}", "null"),
                Exchange.Outcome.CLIENT_GONE);
        fixture.ask(ASKED);
        assertEquals(Exchange.Outcome.CLIENT_GONE, finished().outcome());
        assertEquals(Reply.Ending.CUT, fixture.closings().getFirst().ending());
        assertEquals(1, finished().reply().orElseThrow().elements().size());
    }

    @Test
    void a_turn_that_a_crash_left_open_does_not_affect_the_next_turn() {
        fixture.willFail(new StackOverflowError("on purpose"));
        fixture.watched.before = method -> {
            if (method.equals("lease") && !fixture.sent.isEmpty()) {
                throw storeFailure();
            }
        };
        assertThrows(StackOverflowError.class, () -> fixture.ask(ASKED));
        assertEquals(List.of(), fixture.closings(), "it was not closed");
        fixture.watched.before = _ -> {};
        fixture.restart();
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        assertEquals(2, fixture.entries(Entry.TurnOpened.class).size());
        assertEquals(0, fixture.entries(Entry.TurnOpened.class).getLast().fresh(), "its items are known");
        assertEquals(1, fixture.closings().size());
    }

    @Test
    void notes_in_headers_are_stored() {
        fixture.headers = fixture.headers.and("x-throughline-todo", "Ship it").and("x-throughline-pinned", "Be kind");
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        var session = finished().recorded().orElseThrow().card().ref();
        assertEquals(Optional.of("Ship it"), fixture.watched.real.notes().read(session, NoteKind.TODO));
        assertEquals(Optional.of("Be kind"), fixture.watched.real.notes().read(session, NoteKind.PINNED));
    }

    @Test
    void a_note_that_is_too_large_is_refused() {
        fixture.headers = fixture.headers.and("x-throughline-todo", "x".repeat(100_000));
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(400, client.status);
        assertEquals(List.of(), fixture.sent);
        assertEquals(0, fixture.closings().getFirst().status(), "the request was archived, and is closed");
    }

    @Test
    void the_credentials_of_a_conversation_are_noted_in_memory_only() {
        fixture.headers = fixture.headers.and("authorization", "Bearer secret");
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        var session = finished().recorded().orElseThrow().card().ref();
        assertEquals(
                Optional.of("Bearer secret"),
                fixture.callers.of(session).flatMap(caller -> caller.headers().first("authorization")));
        assertTrue(
                fixture.entries().stream().noneMatch(entry -> entry.toString().contains("secret")));
    }

    @Test
    void a_replayed_turn_ends_at_its_recorded_time() {
        fixture.headers = fixture.headers.and("x-throughline-time", "2025-01-01T00:00:00Z");
        for (boolean trustsTime : List.of(false, true)) {
            fixture.trustsClientTime = trustsTime;
            fixture.restart();
            fixture.willReply(200, ChatReplies.HELLO);
            fixture.ask(ASKED);
            assertEquals(
                    trustsTime ? "2025-01-01T00:00:00Z" : "2026-01-01T12:00:00Z",
                    fixture.closings().getLast().at().toString());
        }
    }

    @Test
    void listeners_learn_what_was_sent_and_what_it_was_edited_to() {
        fixture.willReply(200, ChatReplies.HELLO);
        fixture.ask(ASKED);
        PromptToSend prompt = fixture.events(TurnEvent.PromptDecided.class)
                .getFirst()
                .prompt()
                .orElseThrow();
        assertTrue(prompt.isEdited(), "the local tool was added");
        assertEquals(prompt.body(), fixture.sent.getFirst().body());
        assertEquals(
                fixture.sent.getFirst(),
                fixture.events(TurnEvent.RequestSent.class).getFirst().request());
        assertNotEquals(Bytes.of(ASKED), prompt.body());
    }
}
