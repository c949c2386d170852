package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Headers;
import dev.throughline.model.OriginField;
import dev.throughline.model.ProxyException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OriginHeadersTest {
    private static ChatType type(String... headers) {
        return OriginHeaders.read(Headers.of(headers)).orElseThrow().type();
    }

    @Test
    void an_origin_is_named_by_a_header_from_which_a_key_can_be_derived() {
        assertFalse(OriginHeaders.areIn(Headers.of("x-throughline-label", "x", "x-throughline-sender", "y")));
        assertEquals(Optional.empty(), OriginHeaders.read(Headers.of("X-Throughline-Folder", "/a")));
        assertFalse(OriginHeaders.areIn(Headers.of("x-throughline-peer", " ")));
        assertTrue(OriginHeaders.areIn(Headers.of("X-Throughline-Chat-Type", "dm")));
        for (String name : new String[] {
            "agent", "channel", "account", "peer", "group", "thread", "job", "hook", "subagent", "node"
        }) {
            assertTrue(OriginHeaders.areIn(Headers.of("X-Throughline-" + name, "x")), name);
        }
    }

    @Test
    void all_headers_are_read() {
        assertEquals(
                Optional.of(new ChatOrigin(
                        ChatType.DM,
                        Map.of(OriginField.PEER, "Ada L", OriginField.DISPLAY_NAME, "Ada", OriginField.TO, "bot"))),
                OriginHeaders.read(Headers.of(
                        "X-Throughline-Peer", "Ada%20L",
                        "X-Throughline-Display-Name", "Ada",
                        "X-Throughline-To", "bot",
                        "X-Throughline-Session", "no field")));
    }

    @Test
    void the_type_follows_from_the_other_headers() {
        assertEquals(ChatType.DM, type("x-throughline-agent", "a"));
        assertEquals(ChatType.GROUP, type("x-throughline-group", "g"));
        assertEquals(ChatType.THREAD, type("x-throughline-group", "g", "x-throughline-thread", "t"));
        assertEquals(ChatType.CRON, type("x-throughline-job", "j", "x-throughline-group", "g"));
        assertEquals(ChatType.HOOK, type("x-throughline-hook", "h"));
        assertEquals(ChatType.SUBAGENT, type("x-throughline-subagent", "s"));
        assertEquals(ChatType.NODE, type("x-throughline-node", "n"));
        assertEquals(ChatType.GROUP, type("x-throughline-peer", "p", "x-throughline-chat-type", "Group"));
    }

    @Test
    void an_unreadable_header_is_an_error_of_the_caller() {
        ProxyException type = assertThrows(ProxyException.class, () -> type("x-throughline-chat-type", "party"));
        assertEquals(
                "X-Throughline-Chat-Type must be one of dm, group, thread, cron, hook, subagent, node; it is 'party'.",
                type.sentence());
        ProxyException blank = assertThrows(ProxyException.class, () -> type("x-throughline-peer", "%20"));
        assertEquals(
                "X-Throughline-Peer must have 1 to 512 characters that are not all blank; it has 1.", blank.sentence());
        assertEquals(ProxyException.Kind.CALLER, blank.kind());
        assertThrows(ProxyException.class, () -> type("x-throughline-peer", "a".repeat(513)));
    }
}
