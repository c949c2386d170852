package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IdentityLinksTest {
    private final IdentityLinks links = IdentityLinks.of(
            Map.of("ada", List.of("+15550100", "discord:123"), "bob", List.of("telegram:123")),
            List.of("bob", "slack:U7"));

    private PeerName person(String channel, String peer) {
        return links.person(Optional.of(channel), peer);
    }

    @Test
    void an_id_with_a_channel_is_valid_in_that_channel() {
        assertEquals(new PeerName("ada", true), person("discord", "123"));
        assertEquals(new PeerName("bob", true), person("telegram", "123"));
        assertEquals(new PeerName("123", false), person("matrix", "123"));
        assertEquals(new PeerName("123", false), links.person(Optional.empty(), "123"));
    }

    @Test
    void an_id_without_a_channel_is_valid_in_all() {
        assertEquals(new PeerName("ada", true), person("signal", "+15550100"));
        assertEquals(new PeerName("ada", true), links.person(Optional.empty(), "+15550100"));
    }

    @Test
    void a_peer_cannot_take_the_id_of_a_person_in_another_channel() {
        assertEquals(new PeerName("discord:123", false), person("irc", "discord:123"));
        assertEquals(new PeerName("ada", false), person("irc", "ada"));
    }

    @Test
    void the_owner_is_one_person_with_all_ids_of_the_owner() {
        assertTrue(links.isOwner(person("telegram", "123")));
        assertEquals(new PeerName("owner", true), person("slack", "U7"));
        assertTrue(links.isOwner(person("slack", "U7")));
        assertFalse(links.isOwner(person("discord", "123")));
        assertFalse(links.isOwner(person("irc", "bob")));
    }

    @Test
    void an_id_belongs_to_one_person() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> IdentityLinks.of(Map.of("ada", List.of("a:1"), "bob", List.of("a:1")), List.of()));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("the id 'a:1' is linked to"));
        assertThrows(
                IllegalArgumentException.class,
                () -> IdentityLinks.of(Map.of("owner", List.of("a:1")), List.of("a:2")));
    }
}
