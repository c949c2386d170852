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

/** Each station of a turn fails in turn. The client always gets an answer, and the turn always ends. */
final class TurnRunTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("One"));
    private static final String NEXT =
            ChatReplies.request(ChatReplies.user("One"), ChatReplies.assistant("Hello."), ChatReplies.user("Two"));

    private final TurnWorld world = new TurnWorld();

    private static ProxyException storeFailure() {
        return new ProxyException(Kind.STORE, "store_full", "The disk is full.");
    }

    private TurnEvent.Finished finished() {
        List<TurnEvent.Finished> all = world.told(TurnEvent.Finished.class);
        assertEquals(1, all.size(), "listeners are called once with the end");
        assertSame(all.getFirst(), world.told.getLast(), "and nothing follows");
        return all.getFirst();
    }

    /** A station before the request is sent that fails, and why the reply says that it was bypassed. */
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

        void breakIn(TurnWorld world) {
            switch (this) {
                case DECODE ->
                    world.plain = () -> {
                        throw new IllegalStateException("broken on purpose");
                    };
                case DECODE_OUT_OF_MEMORY ->
                    world.plain = () -> {
                        throw new OutOfMemoryError("broken on purpose");
                    };
                case OPEN -> world.watched.fail("open", storeFailure());
                case RECORD_LEASE -> world.watched.fail("lease", storeFailure());
                case RECORD_APPEND -> world.watched.fail("append", new IllegalStateException("broken on purpose"));
                case DECIDE ->
                    world.policy = _ -> {
                        throw new StackOverflowError("broken on purpose");
                    };
                case DECIDE_LEASE ->
                    world.watched.before = method -> {
                        if (method.equals("lease") && world.watched.leases.get() == 1 && world.sent.isEmpty()) {
                            throw storeFailure();
                        }
                    };
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_station_that_fails_before_sending_lets_the_clients_own_bytes_through(Broken station) {
        world.answering(200, ChatReplies.HELLO);
        station.breakIn(world);
        TurnWorld.Client client = world.ask(ASKED);
        assertEquals(ASKED, world.sent.getFirst().body().utf8());
        assertEquals(ChatReplies.HELLO, client.body.toString(), "the provider's own reply");
        assertTrue(client.hasEnded && !client.isCut);
        assertEquals(station.reason, client.header("x-throughline-bypass"));
        assertEquals(Optional.of(station.reason), finished().bypass());
        assertEquals(
                List.of(station.reason),
                world.told(TurnEvent.Bypassed.class).stream()
                        .map(TurnEvent.Bypassed::reason)
                        .toList());
        assertEquals(
                world.entries(Entry.TurnOpened.class).size(), world.closings().size(), "what was opened is closed");
        assertEquals(0, world.watched.heldLeases.get());
    }

    @ParameterizedTest
    @EnumSource
    void the_next_turn_works_after_a_failure(Broken station) {
        world.answering(200, ChatReplies.HELLO).answering(200, ChatReplies.HELLO);
        station.breakIn(world);
        world.ask(ASKED);
        world.plain = null;
        world.watched.before = _ -> {};
        world.policy = _ -> List.of();
        world.told.clear();
        TurnWorld.Client client = world.ask(NEXT);
        assertTrue(client.header("x-throughline-bypass").isEmpty());
        assertFalse(client.header("x-throughline-session").isEmpty());
        assertEquals(Reply.Ending.COMPLETE, world.closings().getLast().ending());
        assertEquals(3, world.entries(Entry.TurnOpened.class).getLast().items(), "the history is archived completely");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"CALLER", "LIMIT"})
    void what_the_client_did_wrong_is_refused_in_its_dialect_and_nothing_is_sent(Kind kind) {
        ProxyException fault = new ProxyException(kind, "bad_thing", "This is bad.");
        world.watched.fail("open", fault);
        TurnWorld.Client client = world.ask(ASKED);
        assertEquals(List.of(), world.sent);
        assertEquals(fault.status(), client.status);
        assertTrue(client.body.toString().contains("This is bad.") && client.hasEnded, client.body.toString());
        assertEquals("off; refused", client.header("x-throughline-memory"));
        assertEquals(client.status, finished().status());
    }

    @Test
    void a_header_that_cannot_be_read_is_refused() {
        world.headers = world.headers.and("x-throughline-memory", "perhaps");
        TurnWorld.Client client = world.ask(ASKED);
        assertEquals(400, client.status);
        assertEquals(Optional.empty(), finished().recorded());
        assertEquals(List.of(), world.entries());
    }

    @Test
    void a_body_that_cannot_be_read_is_archived_whole_and_forwarded() {
        world.answering(400, "{\"error\":{}}");
        TurnWorld.Client client = world.ask("not JSON");
        assertEquals("not JSON", world.sent.getFirst().body().utf8());
        assertEquals("unreadable", client.header("x-throughline-bypass"));
        assertTrue(world.entries(Entry.Source.class).stream()
                .anyMatch(source -> source.bytes().utf8().equals("not JSON")));
        assertEquals(400, world.closings().getFirst().status());
        assertEquals(400, finished().status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "append"})
    void a_store_that_fails_at_the_end_does_not_touch_the_reply(String method) {
        world.answering(200, ChatReplies.HELLO);
        world.watched.before = name -> {
            if (name.equals(method) && !world.sent.isEmpty()) {
                throw storeFailure();
            }
        };
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(Optional.of("reply_not_kept"), finished().bypass());
        assertEquals(List.of(), world.closings());
        world.watched.before = _ -> {};
        world.restart();
        world.told.clear();
        world.answering(200, ChatReplies.HELLO);
        world.ask(NEXT);
        assertEquals(2, world.entries(Entry.TurnOpened.class).size());
        assertEquals(Optional.empty(), finished().bypass());
        assertTrue(
                world.entries(Entry.Source.class).stream()
                        .anyMatch(source -> source.bytes().utf8().equals(ChatReplies.assistant("Hello."))),
                "the lost reply is archived when the client sends it back");
    }

    @Test
    void a_request_that_did_not_reach_the_disk_counts_as_not_recorded() {
        world.answering(200, ChatReplies.HELLO);
        world.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), new WatchedStore.Never(), receipt.durable());
        TurnWorld.Client client = world.ask(ASKED);
        assertTrue(client.hasEnded);
        assertEquals("store_failed", client.header("x-throughline-bypass"));
        assertEquals(Optional.of("store_failed"), finished().bypass());
        assertEquals(Optional.empty(), finished().recorded());
        assertEquals(List.of(), world.told(TurnEvent.Recorded.class));
    }

    @Test
    void an_edit_that_did_not_reach_the_disk_is_not_sent() {
        world.answering(200, ChatReplies.HELLO);
        world.watched.receipts =
                receipt -> new Receipt(receipt.lastSequence(), receipt.written(), new WatchedStore.Never());
        TurnWorld.Client client = world.ask(ASKED);
        assertEquals(ASKED, world.sent.getFirst().body().utf8(), "without the local tool");
        assertEquals("edit_not_durable", client.header("x-throughline-bypass"));
    }

    @Test
    void no_lease_is_held_while_the_disk_is_flushed() {
        world.answering(200, ChatReplies.HELLO);
        int[] waits = {0};
        world.watched.receipts = receipt -> {
            CompletableFuture<Void> disk = new CompletableFuture<>() {
                @Override
                public Void get(long timeout, TimeUnit unit) {
                    assertEquals(0, world.watched.heldLeases.get(), "a lease is held during fsync");
                    waits[0]++;
                    complete(null);
                    return join();
                }
            };
            return new Receipt(receipt.lastSequence(), disk, disk);
        };
        world.ask(ASKED);
        assertEquals(Optional.empty(), finished().bypass());
        assertTrue(waits[0] >= 3, "the edit, the request and the reply were awaited: " + waits[0]);
    }

    @Test
    void an_upstream_that_throws_anything_ends_the_turn() {
        for (Throwable trouble :
                List.of(new IllegalStateException("on purpose"), new StackOverflowError("on purpose"))) {
            world.told.clear();
            world.failing(trouble);
            assertSame(trouble, assertThrows(trouble.getClass(), () -> world.ask(ASKED)));
            assertEquals(500, finished().status());
        }
        assertEquals(2, world.closings().size());
    }

    @Test
    void a_client_that_is_gone_is_not_answered_and_the_turn_is_closed() {
        world.isClientGone = true;
        world.failing(new ProxyException(Kind.UPSTREAM, "upstream_timeout", "No reply."));
        TurnWorld.Client client = world.ask(ASKED);
        assertFalse(client.hasBegun());
        assertEquals(0, world.closings().getFirst().status());
        finished();
    }

    @Test
    void a_client_that_leaves_in_the_middle_leaves_what_was_said() {
        world.streaming(
                ChatReplies.chunk("{\"role\":\"assistant\",\"content\":\"Hel\"}", "null"),
                Exchange.Outcome.CLIENT_GONE);
        world.ask(ASKED);
        assertEquals(Exchange.Outcome.CLIENT_GONE, finished().outcome());
        assertEquals(Reply.Ending.CUT, world.closings().getFirst().ending());
        assertEquals(1, finished().reply().orElseThrow().elements().size());
    }

    @Test
    void a_turn_that_a_crash_left_open_does_not_disturb_the_next_one() {
        world.failing(new StackOverflowError("on purpose"));
        world.watched.before = method -> {
            if (method.equals("lease") && !world.sent.isEmpty()) {
                throw storeFailure();
            }
        };
        assertThrows(StackOverflowError.class, () -> world.ask(ASKED));
        assertEquals(List.of(), world.closings(), "it was not closed");
        world.watched.before = _ -> {};
        world.restart();
        world.answering(200, ChatReplies.HELLO);
        world.ask(ASKED);
        assertEquals(2, world.entries(Entry.TurnOpened.class).size());
        assertEquals(0, world.entries(Entry.TurnOpened.class).getLast().fresh(), "its items are known");
        assertEquals(1, world.closings().size());
    }

    @Test
    void notes_in_headers_are_written_and_one_that_cannot_be_written_fails_nothing() {
        world.headers = world.headers.and("x-throughline-todo", "Ship it").and("x-throughline-pinned", "Be kind");
        world.answering(200, ChatReplies.HELLO);
        world.ask(ASKED);
        var session = finished().recorded().orElseThrow().card().ref();
        assertEquals(Optional.of("Ship it"), world.watched.real.notes().read(session, NoteKind.TODO));
        assertEquals(Optional.of("Be kind"), world.watched.real.notes().read(session, NoteKind.PINNED));
    }

    @Test
    void a_note_that_is_too_large_is_the_clients_fault() {
        world.headers = world.headers.and("x-throughline-todo", "x".repeat(100_000));
        TurnWorld.Client client = world.ask(ASKED);
        assertEquals(400, client.status);
        assertEquals(List.of(), world.sent);
        assertEquals(0, world.closings().getFirst().status(), "the request was archived, and is closed");
    }

    @Test
    void the_credentials_of_a_conversation_are_noted_in_memory_only() {
        world.headers = world.headers.and("authorization", "Bearer secret");
        world.answering(200, ChatReplies.HELLO);
        world.ask(ASKED);
        var session = finished().recorded().orElseThrow().card().ref();
        assertEquals(
                Optional.of("Bearer secret"),
                world.callers.of(session).flatMap(caller -> caller.headers().first("authorization")));
        assertTrue(world.entries().stream().noneMatch(entry -> entry.toString().contains("secret")));
    }

    @Test
    void a_replayed_turn_ends_at_its_recorded_time() {
        world.headers = world.headers.and("x-throughline-time", "2025-01-01T00:00:00Z");
        for (boolean trustsTime : List.of(false, true)) {
            world.trustsClientTime = trustsTime;
            world.restart();
            world.answering(200, ChatReplies.HELLO);
            world.ask(ASKED);
            assertEquals(
                    trustsTime ? "2025-01-01T00:00:00Z" : "2026-01-01T12:00:00Z",
                    world.closings().getLast().at().toString());
        }
    }

    @Test
    void listeners_learn_what_was_sent_and_what_it_was_edited_to() {
        world.answering(200, ChatReplies.HELLO);
        world.ask(ASKED);
        PromptToSend prompt =
                world.told(TurnEvent.PromptDecided.class).getFirst().prompt().orElseThrow();
        assertTrue(prompt.isEdited(), "the local tool was added");
        assertEquals(prompt.body(), world.sent.getFirst().body());
        assertEquals(
                world.sent.getFirst(),
                world.told(TurnEvent.RequestSent.class).getFirst().request());
        assertNotEquals(Bytes.of(ASKED), prompt.body());
    }
}
