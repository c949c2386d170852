package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.responses.ResponsesDialect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SessionCardTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final TurnId TURN = new TurnId(new UUID(0, 1));
    private static final SessionCard OPENED = SessionCard.opened(
            new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 7))),
            new SessionKey("k"),
            Optional.empty(),
            "codex",
            NOON);

    @Test
    void a_turn_of_the_conversation_counts_and_names_the_model() {
        SessionCard card = OPENED.after(opened(Purpose.CONVERSATION, NOON.plusSeconds(5)));
        assertEquals(1, card.turns());
        assertEquals("gpt", card.model());
        assertEquals(900, card.tokens());
        assertEquals(NOON.plusSeconds(5), card.updated());
    }

    @Test
    void a_side_request_changes_only_the_time() {
        SessionCard card = OPENED.after(opened(Purpose.COMPACTION, NOON.plusSeconds(5)));
        assertEquals(0, card.turns());
        assertEquals("", card.model());
        assertEquals(NOON.plusSeconds(5), card.updated());
    }

    @Test
    void what_was_billed_adds_up() {
        Entry closed = closed(new Usage(1, 2, 3, 4));
        assertEquals(new Usage(2, 4, 6, 8), OPENED.after(closed).after(closed).usage());
    }

    @Test
    void a_clock_that_jumps_back_does_not_make_a_session_older() {
        SessionCard card = OPENED.after(opened(Purpose.CONVERSATION, NOON.minusSeconds(60)));
        assertEquals(NOON, card.updated());
    }

    private static Entry opened(Purpose purpose, Instant at) {
        return new Entry.TurnOpened(
                TURN,
                at,
                purpose,
                ResponsesDialect.NAME,
                "gpt",
                "codex",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                Entry.ROOT,
                0,
                0,
                900);
    }

    private static Entry closed(Usage usage) {
        return new Entry.TurnClosed(
                TURN,
                NOON,
                200,
                Reply.Ending.COMPLETE,
                Entry.ROOT,
                Optional.empty(),
                Optional.empty(),
                Optional.of(usage),
                List.of(),
                Optional.empty());
    }
}
