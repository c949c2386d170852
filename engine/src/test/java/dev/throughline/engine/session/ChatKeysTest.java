package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChatKeysTest {
    private static final String[] ADA = {
        "x-throughline-agent",
        "bot",
        "x-throughline-channel",
        "discord",
        "x-throughline-account",
        "work",
        "x-throughline-peer",
        "123"
    };

    private static String key(KeyScope scope, String... headers) {
        IdentityLinks links = IdentityLinks.of(Map.of("ada", List.of("telegram:9", "+1")), List.of());
        ChatOrigin origin = OriginHeaders.read(Headers.of(headers)).orElseThrow();
        return new ChatKeys(scope, "main", links).of(origin).key().text();
    }

    @Test
    void direct_chats_have_the_key_of_the_scope() {
        assertEquals("agent:bot:main", key(KeyScope.MAIN, ADA));
        assertEquals("agent:bot:dm:123", key(KeyScope.PER_PEER, ADA));
        assertEquals("agent:bot:discord:dm:123", key(KeyScope.PER_CHANNEL_PEER, ADA));
        assertEquals("agent:bot:discord:work:dm:123", key(KeyScope.PER_ACCOUNT_CHANNEL_PEER, ADA));
        assertEquals("agent:main:main", key(KeyScope.MAIN, "x-throughline-channel", "discord"));
    }

    @Test
    void other_kinds_have_keys_of_their_own() {
        KeyScope scope = KeyScope.PER_PEER;
        String[] topic = {
            "x-throughline-channel", "telegram", "x-throughline-group", "-100", "x-throughline-thread", "7"
        };
        assertEquals("agent:main:telegram:group:-100:topic:7", key(scope, topic));
        assertEquals(
                "agent:main:telegram:group:-100",
                key(scope, "x-throughline-channel", "telegram", "x-throughline-group", "-100"));
        assertEquals("cron:nightly", key(scope, "x-throughline-job", "nightly"));
        assertEquals("hook:0198", key(scope, "x-throughline-hook", "0198"));
        assertEquals(
                "agent:bot:subagent:0198", key(scope, "x-throughline-agent", "bot", "x-throughline-subagent", "0198"));
        assertEquals("node-phone", key(scope, "x-throughline-node", "phone"));
    }

    @Test
    void a_linked_person_has_one_key() {
        KeyScope scope = KeyScope.PER_PEER;
        String[] one = {"x-throughline-channel", "telegram", "x-throughline-peer", "9"};
        String[] other = {"x-throughline-channel", "signal", "x-throughline-peer", "+1"};
        assertEquals("agent:main:dm:~ada", key(scope, one));
        assertEquals("agent:main:dm:~ada", key(scope, other));
        assertEquals("agent:main:dm:%7Eada", key(scope, "x-throughline-peer", "~ada"));
        assertEquals("agent:main:telegram:dm:~ada", key(KeyScope.PER_CHANNEL_PEER, one));
    }

    @Test
    void a_missing_part_is_named() {
        ProxyException peer =
                assertThrows(ProxyException.class, () -> key(KeyScope.PER_PEER, "x-throughline-agent", "a"));
        assertEquals(
                "The session key needs the peer, because the setting sessions.scope is per-peer. Send the header"
                        + " X-Throughline-Peer.",
                peer.sentence());
        assertEquals("bad_session_key", peer.code());
        ProxyException group = assertThrows(
                ProxyException.class,
                () -> key(KeyScope.MAIN, "x-throughline-chat-type", "thread", "x-throughline-channel", "c"));
        assertEquals(
                "The session key needs the group, because the chat type is thread. Send the header"
                        + " X-Throughline-Group.",
                group.sentence());
    }

    @Test
    void the_main_key_must_have_a_name() {
        assertThrows(IllegalArgumentException.class, () -> new ChatKeys(KeyScope.MAIN, " ", IdentityLinks.NONE));
    }
}
