package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.SessionIdentity.KeySource;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SessionsTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final String CONTINUED = "This session is being continued from a previous conversation. Summary: x";

    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(3));
    private final PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
    private final Archive archive = new Archive(store, purposes, 1 << 20);
    private final Sessions sessions = new Sessions(store, archive.recentItems(), purposes, ids);

    private Turn turn(Purpose purpose, Wire wire, String body) {
        return new Turn(
                ids.turn(NOON), NOON, purpose, "claude", Optional.empty(), wire, wire.decode(Bytes.of(body)), "");
    }

    /** A turn in which a user writes these texts. */
    private Turn turn(String... texts) {
        return turn(Purpose.CONVERSATION, ChatDialect.WIRE, body(texts));
    }

    private static String body(String... texts) {
        return Arrays.stream(texts)
                .map(text -> "{\"role\":\"user\",\"content\":\"" + text + "\"}")
                .collect(Collectors.joining(",", "{\"model\":\"m\",\"messages\":[", "]}"));
    }

    private static SessionIdentity identity(String key, KeySource source) {
        return SessionIdentity.of(key, source);
    }

    private SessionCard open(String key, KeySource source, Turn turn) {
        return sessions.open(Tenant.LOCAL, identity(key, source), turn);
    }

    /** Opens the session of a turn and archives it there. */
    private SessionCard archived(String key, KeySource source, Turn turn) {
        SessionCard card = open(key, source, turn);
        archive.record(card, turn);
        return card;
    }

    @ParameterizedTest
    @EnumSource
    void the_same_key_is_the_same_session(KeySource source) {
        SessionCard first = open("k", source, turn("One"));
        assertEquals(first.ref(), open("k", source, turn("Two")).ref());
        assertNotEquals(first.ref(), open("other", source, turn("One")).ref());
        assertEquals("claude", first.client());
        assertEquals(NOON, first.created());
    }

    @Test
    void a_sub_agent_has_a_session_that_is_a_child_of_its_parent() {
        SessionIdentity child =
                new SessionIdentity(new SessionKey("c"), Optional.of(new SessionKey("p")), KeySource.CLIENT);
        SessionCard card = sessions.open(Tenant.LOCAL, child, turn("One"));
        SessionCard parent = store.find(Tenant.LOCAL, new SessionKey("p")).orElseThrow();
        assertEquals(Optional.of(parent.ref().id()), card.parent());
        assertEquals(Optional.empty(), parent.parent());
        assertEquals(parent.ref(), open("p", KeySource.CLIENT, turn("Two")).ref());
    }

    @Test
    void tenants_have_sessions_of_their_own() {
        SessionCard mine = open("k", KeySource.HEADER, turn("One"));
        SessionCard other = sessions.open(new Tenant("other"), identity("k", KeySource.HEADER), turn("One"));
        assertNotEquals(mine.ref(), other.ref());
    }

    @Test
    void a_request_that_names_a_reply_belongs_to_the_session_of_the_reply() {
        Turn first = turn(Purpose.CONVERSATION, ResponsesDialect.WIRE, "{\"model\":\"m\",\"input\":\"One\"}");
        SessionCard card = open("text:1", KeySource.CONTENT, first);
        RecordedTurn recorded = archive.record(card, first);
        archive.close(recorded, new Archive.Closing(200, reply("resp_1"), NOON, Optional.empty(), Optional.empty()));
        String body = "{\"model\":\"m\",\"previous_response_id\":\"resp_1\",\"input\":\"Two\"}";
        Turn next = turn(Purpose.CONVERSATION, ResponsesDialect.WIRE, body);
        assertEquals(card.ref(), open("text:2", KeySource.CONTENT, next).ref());
        assertEquals(
                Optional.of(card.ref()),
                sessions.find(Tenant.LOCAL, identity("text:3", KeySource.CONTENT), next)
                        .map(SessionCard::ref));
        Turn unknown = turn(Purpose.CONVERSATION, ResponsesDialect.WIRE, body.replace("resp_1", "resp_9"));
        assertNotEquals(card.ref(), open("text:2", KeySource.CONTENT, unknown).ref());
    }

    private static Reply reply(String id) {
        return new Reply(
                Reply.Ending.COMPLETE,
                Optional.of(id),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    @Test
    void a_client_without_an_id_is_found_again_after_it_compacted_its_history() {
        SessionCard card = archived("text:1", KeySource.CONTENT, turn("One", "Two"));
        Turn compacted = turn(CONTINUED, "Two");
        assertEquals(
                Optional.of(card.ref()),
                sessions.find(Tenant.LOCAL, identity("text:2", KeySource.CONTENT), compacted)
                        .map(SessionCard::ref),
                "a dry run finds it too");
        assertFalse(store.find(Tenant.LOCAL, new SessionKey("text:2")).isPresent(), "and changes nothing");
        assertEquals(card.ref(), open("text:2", KeySource.CONTENT, compacted).ref());
        assertEquals(
                card.ref(),
                open("text:2", KeySource.CONTENT, turn("Unrelated")).ref(),
                "the new key refers to it from then on");
    }

    @Test
    void a_compacted_history_is_looked_for_only_if_nothing_better_is_known() {
        SessionCard card = archived("text:1", KeySource.CONTENT, turn("One", "Two"));
        assertNotEquals(
                card.ref(), open("id", KeySource.CLIENT, turn(CONTINUED, "Two")).ref(), "the client has an id");
        assertNotEquals(
                card.ref(),
                open("text:2", KeySource.CONTENT, turn("Two", CONTINUED)).ref(),
                "it does not begin with the summary");
        assertNotEquals(
                card.ref(),
                open("text:3", KeySource.CONTENT, turn(CONTINUED, "Never seen")).ref(),
                "no message is known");
    }

    @Test
    void a_history_that_does_not_fit_a_shared_key_has_a_child_by_its_first_message() {
        SessionIdentity shared = identity("shared:k", KeySource.SHARED);
        SessionCard card = sessions.open(Tenant.LOCAL, shared, turn("One"));
        assertEquals(Optional.empty(), sessions.findChild(Tenant.LOCAL, shared, turn("Other")));
        SessionCard child = sessions.openChild(card, shared, turn("Other"));
        assertEquals(Optional.of(card.ref().id()), child.parent());
        assertEquals(
                child.ref(),
                sessions.openChild(card, shared, turn("Other", "More")).ref());
        assertEquals(
                Optional.of(child.ref()),
                sessions.findChild(Tenant.LOCAL, shared, turn("Other", "More")).map(SessionCard::ref));
        assertNotEquals(
                child.ref(), sessions.openChild(card, shared, turn("Third")).ref());
    }

    @Test
    void a_history_without_a_user_message_has_a_child_by_its_body() {
        SessionIdentity shared = identity("shared:k", KeySource.SHARED);
        SessionCard card = sessions.open(Tenant.LOCAL, shared, turn("One"));
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\"}]}";
        SessionCard child = sessions.openChild(card, shared, turn(Purpose.CONVERSATION, ChatDialect.WIRE, body));
        assertEquals(new SessionKey("shared:k/" + Bytes.of(body).hash().handle()), child.key());
    }

    private SessionCard openSide(SessionIdentity identity, boolean hasOwnKey, String text) {
        long arrival = sessions.arrive("ada");
        SessionCard card = sessions.openSideRequest(
                Tenant.LOCAL,
                identity,
                new Sessions.SideCaller("ada", arrival, hasOwnKey),
                turn(Purpose.SIDE_REQUEST, ChatDialect.WIRE, body(text)));
        sessions.leave(arrival);
        return card;
    }

    @Test
    void a_side_request_with_the_key_of_its_conversation_is_in_that_session() {
        SessionCard card = open("k", KeySource.CLIENT, turn("One"));
        assertEquals(
                card.ref(),
                openSide(identity("k", KeySource.CLIENT), false, "A title").ref());
        SessionCard early = openSide(identity("early", KeySource.CLIENT), false, "A title");
        assertEquals(early.ref(), open("early", KeySource.CLIENT, turn("One")).ref(), "it may come first");
    }

    @Test
    void a_side_request_with_a_key_of_its_own_is_in_the_session_that_it_quotes() {
        SessionCard card = open("k", KeySource.CLIENT, turn("Please add two numbers"));
        sessions.noteConversation("ada", card, turn("Please add two numbers"));
        SessionIdentity own = identity("title-thread", KeySource.CLIENT);
        assertEquals(
                card.ref(),
                openSide(own, true, "Find a title: Please add two numbers").ref());
        assertEquals(
                Optional.of(card.ref()),
                store.find(Tenant.LOCAL, own.key()).map(SessionCard::ref),
                "the next request of that thread is found by its key");
    }

    @Test
    void a_side_request_with_a_key_of_its_own_is_in_the_session_of_its_parent() {
        SessionCard parent = open("p", KeySource.CLIENT, turn("One"));
        SessionIdentity own =
                new SessionIdentity(new SessionKey("c"), Optional.of(new SessionKey("p")), KeySource.CLIENT);
        assertEquals(parent.ref(), openSide(own, true, "A title").ref());
    }

    @Test
    void a_side_request_that_quotes_nothing_has_a_session_of_its_own() {
        SessionCard card = open("k", KeySource.CLIENT, turn("Please add two numbers"));
        sessions.noteConversation("ada", card, turn("Please add two numbers"));
        Thread.currentThread().interrupt(); // So that nobody waits for a conversation that may arrive later.
        SessionCard own = openSide(identity("x", KeySource.CONTENT), true, "Is it raining?");
        assertEquals(true, Thread.interrupted());
        assertNotEquals(card.ref(), own.ref());
        assertEquals(new SessionKey("x"), own.key());
    }

    @Test
    void what_an_agent_wrote_into_a_user_message_is_not_quoted() {
        SessionCard card = open("k", KeySource.CLIENT, turn("One"));
        sessions.noteConversation("ada", card, turn("<system-reminder>Today is Monday</system-reminder>"));
        sessions.noteConversation("ada", card, turn());
        Thread.currentThread().interrupt();
        SessionCard own = openSide(
                identity("x", KeySource.CONTENT), true, "Title: <system-reminder>Today is Monday</system-reminder>");
        assertEquals(true, Thread.interrupted());
        assertNotEquals(card.ref(), own.ref());
    }
}
