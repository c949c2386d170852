package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Hash;
import dev.throughline.model.OriginField;
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
import java.util.Map;
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

    private static Entry.OriginNamed from(String peer) {
        return new Entry.OriginNamed(
                NOON, new ChatOrigin(ChatType.DM, Map.of(OriginField.CHANNEL, "irc", OriginField.PEER, peer)));
    }

    @Test
    void other_participants_stay_on_the_card_whoever_writes_next() {
        SessionCard card = OPENED.after(from("ada")).after(from("eve")).after(from("ada"));
        assertEquals(Optional.of(from("ada").origin()), card.origin());
        assertEquals(List.of(from("eve").origin()), card.earlierOrigins());
        assertEquals(card, card.after(from("ada")));
        SessionCard three = card.after(from("bob"));
        assertEquals(
                List.of(from("bob").origin(), from("eve").origin(), from("ada").origin()), three.origins());
    }

    @Test
    void a_change_that_names_the_same_participants_adds_none() {
        Entry.OriginNamed labelled =
                new Entry.OriginNamed(NOON, from("ada").origin().with(OriginField.LABEL, "work"));
        assertEquals(List.of(), OPENED.after(from("ada")).after(labelled).earlierOrigins());
        Entry.OriginNamed group = new Entry.OriginNamed(
                NOON, new ChatOrigin(ChatType.GROUP, Map.of(OriginField.GROUP, "g", OriginField.PEER, "ada")));
        Entry.OriginNamed otherPeer = new Entry.OriginNamed(NOON, group.origin().with(OriginField.PEER, "eve"));
        assertEquals(List.of(), OPENED.after(group).after(otherPeer).earlierOrigins());
    }

    @Test
    void messages_before_the_first_named_origin_are_of_unknown_origin() {
        assertEquals(List.of(), OPENED.after(from("ada")).earlierOrigins());
        assertEquals(
                List.of(ChatOrigin.UNKNOWN),
                OPENED.afterNode().after(from("ada")).earlierOrigins());
        SessionCard derived =
                SessionCard.opened(OPENED.ref(), new SessionKey("agent:main:main"), Optional.empty(), "openclaw", NOON);
        assertEquals(List.of(), derived.afterNode().after(from("ada")).earlierOrigins());
    }

    @Test
    void a_card_contains_a_limited_number_of_origins() {
        SessionCard card = OPENED;
        for (int i = 0; i < SessionCard.MAX_EARLIER_ORIGINS + 5; i++) {
            card = card.after(from("peer " + i));
        }
        assertEquals(SessionCard.MAX_EARLIER_ORIGINS, card.earlierOrigins().size());
        assertEquals(from("peer 0").origin(), card.earlierOrigins().getFirst());
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
