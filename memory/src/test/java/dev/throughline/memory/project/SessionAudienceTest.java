package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.IdentityLinks;
import dev.throughline.engine.session.KeyScope;
import dev.throughline.memory.project.SessionAudience.AudienceKind;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SessionAudienceTest {
    private static final IdentityLinks LINKS = IdentityLinks.of(
            Map.of("ada", List.of("discord:1", "+1555"), "boss", List.of("signal:0")), List.of("boss"));

    private static ChatKeys keys(KeyScope scope) {
        return new ChatKeys(scope, "main", LINKS);
    }

    private static SessionAudience of(String key) {
        return SessionAudience.of(new SessionKey(key), List.of(), keys(KeyScope.PER_PEER));
    }

    private static SessionAudience of(KeyScope scope, String key, ChatOrigin... origins) {
        return SessionAudience.of(new SessionKey(key), List.of(origins), keys(scope));
    }

    /** A session whose key was derived from its origin. */
    private static SessionAudience derived(KeyScope scope, ChatOrigin origin) {
        return of(scope, keys(scope).of(origin).key().text(), origin);
    }

    private static ChatOrigin origin(ChatType type, String... fields) {
        Map<OriginField, String> known = new EnumMap<>(OriginField.class);
        known.put(OriginField.CHANNEL, "discord");
        for (int i = 0; i < fields.length; i += 2) {
            known.put(OriginField.find(fields[i]).orElseThrow(), fields[i + 1]);
        }
        return new ChatOrigin(type, known);
    }

    private static ChatOrigin dm(String channel, String peer) {
        return origin(ChatType.DM, "channel", channel, "peer", peer, "account", "work");
    }

    private static void all(AudienceKind kind, String... keys) {
        for (String key : keys) {
            assertEquals(kind, of(key).kind(), key);
        }
    }

    @Test
    void the_documented_keys_say_who_takes_part() {
        all(AudienceKind.OWNER, "agent:a:main", "agent:a:thread");
        all(AudienceKind.PERSON, "agent:a:dm:eve", "agent:a:telegram:dm:eve", "agent:a:telegram:work:dm:+15");
        all(AudienceKind.SEVERAL, "agent:a:telegram:group:7", "agent:a:telegram:group:7:topic:3");
        all(AudienceKind.SEVERAL, "agent:a:telegram:group:dm:topic:5");
        all(AudienceKind.SUBAGENT, "agent:a:subagent:0198c5a0");
        assertEquals("a", of("agent:a:dm:eve").agent());
    }

    @Test
    void words_in_other_keys_are_not_interpreted() {
        for (String key : List.of(
                "thread-pool-refactor",
                "topic-model",
                "my_group_chat",
                "room/5",
                "team:group:1",
                "claude:0198c5a0",
                "shared:agent:a:telegram:group:7",
                "agents:a:b:group:7",
                "cron:nightly",
                "hook:7",
                "node-7")) {
            assertEquals(AudienceKind.OWNER, of(key).kind(), key);
            assertFalse(of(key).isNamed(), key);
        }
    }

    @Test
    void an_unknown_kind_of_chat_is_treated_as_a_group() {
        all(AudienceKind.SEVERAL, "agent:a:discord:channel:9", "agent:a:matrix:room:5", "agent:a:slack:dm");
        all(AudienceKind.SEVERAL, "Agent:A:DM:Ada", "agent:a:dm:discord:123");
    }

    @Test
    void a_linked_person_is_one_person_in_every_channel_and_scope() {
        SessionAudience ada = derived(KeyScope.PER_PEER, dm("discord", "1"));
        assertEquals(AudienceKind.PERSON, ada.kind());
        for (KeyScope scope : List.of(KeyScope.PER_CHANNEL_PEER, KeyScope.PER_ACCOUNT_CHANNEL_PEER)) {
            assertEquals(ada, derived(scope, dm("discord", "1")));
            assertEquals(ada, derived(scope, dm("signal", "+1555")));
            assertFalse(ada.equals(derived(scope, dm("irc", "1"))));
        }
        assertFalse(ada.equals(derived(KeyScope.PER_PEER, dm("irc", "ada"))));
        assertFalse(ada.equals(of("agent:main:dm:ada")));
        assertEquals(ada, of("agent:main:dm:+1555"));
    }

    @Test
    void the_owner_is_the_owner_in_every_scope() {
        for (KeyScope scope : KeyScope.values()) {
            assertEquals(AudienceKind.OWNER, derived(scope, dm("signal", "0")).kind());
            assertTrue(derived(scope, dm("signal", "0")).isNamed());
        }
        assertEquals(
                AudienceKind.PERSON,
                derived(KeyScope.PER_CHANNEL_PEER, dm("irc", "0")).kind());
        assertEquals(
                AudienceKind.OWNER, derived(KeyScope.MAIN, dm("irc", "eve")).kind());
    }

    @Test
    void jobs_and_devices_are_the_owners_and_webhooks_are_not() {
        KeyScope scope = KeyScope.PER_PEER;
        assertEquals(
                AudienceKind.OWNER,
                derived(scope, origin(ChatType.CRON, "job", "nightly")).kind());
        assertEquals(
                AudienceKind.OWNER,
                derived(scope, origin(ChatType.NODE, "node", "phone")).kind());
        assertEquals(
                AudienceKind.SEVERAL,
                derived(scope, origin(ChatType.HOOK, "hook", "7")).kind());
        assertEquals(
                AudienceKind.SUBAGENT,
                derived(scope, origin(ChatType.SUBAGENT, "subagent", "7")).kind());
    }

    @Test
    void the_origin_of_a_key_that_the_client_chose_counts() {
        ChatOrigin group = origin(ChatType.GROUP, "group", "g");
        assertEquals(AudienceKind.SEVERAL, of(KeyScope.PER_PEER, "mine", group).kind());
        assertEquals(of("agent:main:dm:eve"), of(KeyScope.PER_PEER, "mine", dm("discord", "eve")));
        assertEquals(
                AudienceKind.SEVERAL,
                of(KeyScope.PER_PEER, "mine", origin(ChatType.DM)).kind(),
                "nobody knows who it is");
    }

    @Test
    void a_contradiction_between_key_and_origin_is_treated_as_a_group() {
        KeyScope scope = KeyScope.PER_PEER;
        assertEquals(
                AudienceKind.SEVERAL,
                of(scope, "agent:main:main", dm("discord", "eve")).kind());
        assertEquals(
                AudienceKind.SEVERAL,
                of(scope, "agent:main:main", origin(ChatType.GROUP, "group", "g"))
                        .kind());
        assertEquals(
                AudienceKind.SEVERAL,
                of(scope, "agent:main:dm:bob", dm("discord", "eve")).kind());
        assertEquals(
                AudienceKind.SEVERAL,
                of(scope, "agent:other:dm:eve", dm("discord", "eve")).kind());
        assertEquals(
                AudienceKind.PERSON,
                of(KeyScope.MAIN, "agent:main:dm:eve", dm("discord", "eve")).kind(),
                "the scope was changed");
    }

    @Test
    void two_people_who_spoke_in_one_session_are_several_whoever_speaks_now() {
        ChatOrigin ada = dm("discord", "1");
        ChatOrigin eve = dm("discord", "eve");
        for (String key : List.of("room-7", "agent:main:discord:dm:eve")) {
            assertEquals(AudienceKind.PERSON, of(KeyScope.PER_PEER, key, eve).kind(), key);
            assertEquals(
                    AudienceKind.SEVERAL, of(KeyScope.PER_PEER, key, ada, eve).kind(), key);
            assertEquals(
                    AudienceKind.SEVERAL, of(KeyScope.PER_PEER, key, eve, ada).kind(), key);
        }
        assertEquals(AudienceKind.OWNER, of(KeyScope.MAIN, "room-7", ada, eve).kind());
        assertEquals(
                AudienceKind.SEVERAL,
                of(KeyScope.PER_PEER, "room-7", dm("signal", "0"), eve).kind(),
                "the owner and another person");
    }

    @Test
    void one_person_with_several_origins_is_one_person() {
        assertEquals(
                derived(KeyScope.PER_PEER, dm("discord", "1")),
                of(KeyScope.PER_PEER, "room-7", dm("discord", "1"), dm("signal", "+1555")));
        assertEquals(
                of(KeyScope.PER_PEER, "room-7", dm("discord", "eve")),
                of(KeyScope.PER_PEER, "room-7", dm("discord", "eve"), dm("irc", "eve")),
                "in this scope an id is one person in all channels");
        assertEquals(
                AudienceKind.SEVERAL,
                of(KeyScope.PER_CHANNEL_PEER, "room-7", dm("discord", "eve"), dm("irc", "eve"))
                        .kind());
    }

    @Test
    void a_person_after_messages_of_unknown_origin_is_not_alone() {
        assertEquals(
                AudienceKind.SEVERAL,
                of(KeyScope.PER_PEER, "room-7", dm("discord", "eve"), ChatOrigin.UNKNOWN)
                        .kind());
    }

    @Test
    void a_session_of_two_agents_belongs_to_neither() {
        SessionAudience audience = of(
                KeyScope.MAIN,
                "room-7",
                origin(ChatType.DM, "agent", "one", "peer", "1"),
                origin(ChatType.DM, "agent", "two", "peer", "1"));
        assertEquals(AudienceKind.SEVERAL, audience.kind());
        assertEquals("", audience.agent());
    }

    @Test
    void more_origins_than_a_session_remembers_are_several_people() {
        ChatOrigin[] many = IntStream.rangeClosed(0, SessionCard.MAX_EARLIER_ORIGINS)
                .mapToObj(i -> dm("irc" + i, "eve"))
                .toArray(ChatOrigin[]::new);
        assertEquals(AudienceKind.SEVERAL, of(KeyScope.PER_PEER, "room-7", many).kind());
        assertEquals(AudienceKind.OWNER, of(KeyScope.MAIN, "room-7", many).kind());
    }

    @Test
    void the_same_id_in_another_channel_or_account_contradicts_the_key() {
        KeyScope scope = KeyScope.PER_PEER;
        String key = "agent:main:discord:dm:123";
        assertEquals(AudienceKind.PERSON, of(scope, key, dm("discord", "123")).kind());
        assertEquals(AudienceKind.SEVERAL, of(scope, key, dm("telegram", "123")).kind());
        String account = "agent:main:discord:work:dm:123";
        assertEquals(
                AudienceKind.PERSON, of(scope, account, dm("discord", "123")).kind());
        ChatOrigin other = dm("discord", "123").with(OriginField.ACCOUNT, "home");
        assertEquals(AudienceKind.SEVERAL, of(scope, account, other).kind());
    }

    @Test
    void a_peer_with_the_name_of_a_linked_person_is_another_person() {
        KeyScope scope = KeyScope.PER_PEER;
        assertEquals(
                AudienceKind.SEVERAL,
                of(scope, "agent:main:dm:~ada", dm("discord", "ada")).kind());
        assertEquals(
                of("agent:main:dm:~ada"), of(scope, "agent:main:dm:~ada", dm("discord", "1"), dm("signal", "+1555")));
    }
}
