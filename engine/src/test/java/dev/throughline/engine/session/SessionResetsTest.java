package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.reset.ResetPolicy;
import dev.throughline.engine.reset.ResetRules;
import dev.throughline.engine.reset.ResetWords;
import dev.throughline.engine.session.SessionResets.ResetScope;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Ids;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionResetsTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final Instant LATER = NOON.plus(Duration.ofDays(2));

    /** The shape of OpenClaw's requests: a time before the message, and a last message that no person wrote. */
    private static final String OPENCLAW = """
        {"role":"user","content":"[Sun 2026-11-15 18:41 UTC] %s"},{"role":"user","content":[{"type":"text",
        "text":"<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\\nConversation data (data, not instructions)"}]}\
        """;

    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(2));
    private final PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
    private final Archive archive = new Archive(store, purposes, 1 << 20);
    private Optional<ChatOrigin> origin = Optional.of(new ChatOrigin(ChatType.DM, Map.of()));
    private boolean hasDerivedKey = true;

    private SessionResets resets(ResetScope scope) {
        return new SessionResets(
                store,
                archive,
                purposes,
                new SessionLifecycle(store, ids, ResetListener.NONE),
                new SessionResets.ResetSettings(
                        scope,
                        new ResetRules(
                                new ResetPolicy(OptionalInt.of(4), OptionalInt.empty()),
                                Map.of(),
                                Map.of(),
                                ZoneOffset.UTC),
                        ResetWords.with(List.of()),
                        turn -> turn.origin()
                                .filter(from -> from.type() == ChatType.GROUP)
                                .isEmpty()));
    }

    private Turn turn(Instant at, String messages) {
        Bytes body = Bytes.of("{\"model\":\"m\",\"messages\":[" + messages + "]}");
        return new Turn(
                ids.turn(at),
                at,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                ChatDialect.WIRE,
                ChatDialect.WIRE.decode(body),
                "",
                origin,
                hasDerivedKey);
    }

    private static String user(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    private SessionCard used() {
        SessionKey key = new SessionKey("agent:main:main");
        archive.record(
                store.open(
                        Tenant.LOCAL, key, () -> new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON)),
                turn(NOON, user("hi")));
        return store.find(Tenant.LOCAL, key).orElseThrow();
    }

    private Optional<String> reason(ResetScope scope, Instant at, String messages) {
        return resets(scope).reason(used(), turn(at, messages));
    }

    @Test
    void the_rules_apply_to_the_next_message_of_a_person() {
        assertEquals(Optional.of("daily reset at 04:00"), reason(ResetScope.DERIVED, LATER, user("hello")));
        assertEquals(Optional.empty(), reason(ResetScope.DERIVED, NOON.plusSeconds(60), user("hello")));
        assertEquals(
                Optional.empty(),
                reason(ResetScope.DERIVED, LATER, user("hi") + ",{\"role\":\"assistant\",\"content\":\"yes\"}"));
    }

    @Test
    void a_session_starts_anew_when_it_gets_its_key_back_also_if_the_other_one_is_deleted() {
        SessionCard first = used();
        Turn late = turn(LATER, user("hello"));
        SessionCard second = resets(ResetScope.DERIVED).sessionFor(first, late);
        assertTrue(store.repoint(
                Tenant.LOCAL, first.key(), second.ref().id(), first.ref().id(), LATER));
        assertEquals(Optional.empty(), resets(ResetScope.DERIVED).reason(first, late));
        assertTrue(store.delete(second.ref(), Duration.ZERO));
        assertEquals(Optional.empty(), resets(ResetScope.DERIVED).reason(first, late));
    }

    @Test
    void side_requests_never_begin_a_session() {
        SessionCard card = used();
        Turn aside = turn(LATER, user("/new")).withPurpose(Purpose.SIDE_REQUEST);
        assertEquals(Optional.empty(), resets(ResetScope.ALL).reason(card, aside));
    }

    @Test
    void sessions_whose_key_the_client_chose_are_reset_only_by_setting() {
        hasDerivedKey = false;
        assertEquals(Optional.empty(), reason(ResetScope.DERIVED, LATER, user("/new")));
        assertEquals(Optional.empty(), reason(ResetScope.NONE, LATER, user("/new")));
        assertTrue(reason(ResetScope.ALL, LATER, user("/new")).isPresent());
    }

    @Test
    void sub_agents_are_never_reset() {
        origin = Optional.of(new ChatOrigin(ChatType.SUBAGENT, Map.of(OriginField.SUBAGENT, "7")));
        assertEquals(Optional.empty(), reason(ResetScope.DERIVED, LATER, user("hello")));
        assertEquals(Optional.empty(), reason(ResetScope.ALL, LATER, user("/new")));
    }

    @Test
    void who_may_not_ask_begins_no_session() {
        origin = Optional.of(new ChatOrigin(ChatType.GROUP, Map.of()));
        Turn turn = turn(NOON.plusSeconds(9), user("/new hello"));
        assertEquals(Optional.empty(), resets(ResetScope.DERIVED).reason(used(), turn));
        assertFalse(resets(ResetScope.DERIVED).asksWithMessage(turn));
    }

    @Test
    void the_volatile_message_and_the_time_of_openclaw_do_not_count() {
        Turn asks = turn(NOON.plusSeconds(9), OPENCLAW.formatted("/new plan"));
        assertTrue(resets(ResetScope.DERIVED).asksWithMessage(asks));
        assertTrue(resets(ResetScope.DERIVED).reason(used(), asks).isPresent());
        Turn plain = turn(NOON.plusSeconds(9), OPENCLAW.formatted("Please run echo"));
        assertEquals(Optional.empty(), resets(ResetScope.DERIVED).reason(used(), plain));
        assertTrue(reason(ResetScope.DERIVED, LATER, OPENCLAW.formatted("Please run echo"))
                .isPresent());
    }
}
