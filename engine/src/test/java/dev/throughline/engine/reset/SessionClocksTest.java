package dev.throughline.engine.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionClocksTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final Instant ONE = NOON.plus(Duration.ofHours(1));
    private static final Instant TWO = NOON.plus(Duration.ofHours(2));

    private final Ids ids = new Ids(new Random(3));
    private final SessionCard card = SessionCard.opened(
            Tenant.LOCAL,
            new SessionKey("agent:main:main"),
            new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON));

    private Entry.TurnOpened turn(Instant at, Purpose purpose, int userMessages) {
        return new Entry.TurnOpened(
                ids.turn(at),
                at,
                purpose,
                new Dialect("chat"),
                "m",
                "test",
                Optional.empty(),
                Optional.empty(),
                Entry.ROOT,
                Entry.ROOT,
                1,
                1,
                1,
                userMessages);
    }

    @Test
    void a_session_without_a_message_is_as_old_as_its_start() {
        assertEquals(NOON, SessionClocks.of(card, Optional.empty()).lastUse());
    }

    @Test
    void only_messages_of_a_person_move_the_last_use() {
        SessionCard used = card.after(turn(ONE, Purpose.CONVERSATION, 1));
        assertEquals(ONE, SessionClocks.of(used, Optional.empty()).lastUse());
        SessionCard worked = used.after(turn(TWO, Purpose.CONVERSATION, 0)).after(turn(TWO, Purpose.SIDE_REQUEST, 1));
        assertEquals(TWO, worked.updated());
        assertEquals(SessionClocks.of(used, Optional.empty()), SessionClocks.of(worked, Optional.empty()));
    }

    @Test
    void a_session_that_got_its_key_back_starts_anew() {
        SessionCard used = card.after(turn(ONE, Purpose.CONVERSATION, 1));
        SessionClocks clocks = SessionClocks.of(used, Optional.of(TWO));
        assertEquals(TWO, clocks.started());
        assertEquals(TWO, clocks.lastUse());
    }
}
