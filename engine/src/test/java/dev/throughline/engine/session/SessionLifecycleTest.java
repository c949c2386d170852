package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionLifecycleTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final SessionKey KEY = new SessionKey("agent:main:main");

    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(2));
    private final List<SessionRef> ended = new ArrayList<>();
    private final SessionLifecycle lifecycle = new SessionLifecycle(store, ids, card -> ended.add(card.ref()));
    private final Archive archive = new Archive(store, (_, _) -> false, 1 << 20);

    private SessionCard card() {
        return store.open(
                Tenant.LOCAL, KEY, () -> new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON));
    }

    private SessionCard used() {
        archive.record(
                card(),
                new Turn(
                        ids.turn(NOON),
                        NOON,
                        Purpose.CONVERSATION,
                        "test",
                        Optional.empty(),
                        ChatDialect.WIRE,
                        ChatDialect.WIRE.decode(
                                Bytes.of("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")),
                        ""));
        return card();
    }

    @Test
    void a_session_without_a_turn_is_new_already() {
        SessionCard card = card();
        assertEquals(card, lifecycle.reset(card, NOON, Optional.empty(), "test"));
        assertEquals(List.of(), ended);
    }

    @Test
    void a_reset_keeps_the_old_session_and_tells_the_listener_first() {
        SessionCard card = used();
        SessionCard next = lifecycle.reset(card, NOON.plusSeconds(1), Optional.empty(), "test");
        assertNotEquals(card.ref(), next.ref());
        assertEquals(Optional.of(card.ref().id()), next.previous());
        assertEquals(next.ref(), card().ref());
        assertEquals(Optional.of(card), store.find(card.ref()));
        assertEquals(List.of(card.ref()), ended);
    }

    @Test
    void of_two_resets_at_the_same_time_one_takes_place() {
        SessionCard card = used();
        SessionCard next = lifecycle.reset(card, NOON, Optional.empty(), "test");
        assertEquals(
                next.ref(),
                lifecycle.reset(card, NOON, Optional.empty(), "test").ref());
    }

    @Test
    void a_reset_can_be_undone() {
        SessionCard card = used();
        SessionCard next = lifecycle.reset(card, NOON, Optional.empty(), "test");
        assertEquals(
                Optional.of(card.ref()), lifecycle.undo(Tenant.LOCAL, KEY, NOON).map(SessionCard::ref));
        assertEquals(card.ref(), card().ref());
        assertEquals(
                Optional.of(next.ref()), lifecycle.undo(Tenant.LOCAL, KEY, NOON).map(SessionCard::ref), "undone again");
        assertEquals(Optional.empty(), lifecycle.undo(Tenant.LOCAL, new SessionKey("other"), NOON));
    }

    @Test
    void each_of_several_resets_can_be_undone() {
        SessionCard first = used();
        SessionCard second = lifecycle.reset(first, NOON, Optional.empty(), "test");
        used();
        lifecycle.reset(newest(second), NOON, Optional.empty(), "test");
        assertEquals(
                Optional.of(second.ref()),
                lifecycle.undo(Tenant.LOCAL, KEY, NOON).map(SessionCard::ref));
        assertEquals(
                Optional.of(first.ref()),
                lifecycle.undo(Tenant.LOCAL, KEY, NOON).map(SessionCard::ref));
    }

    /** The newest card of a session. */
    private SessionCard newest(SessionCard card) {
        return store.find(card.ref()).orElseThrow();
    }
}
