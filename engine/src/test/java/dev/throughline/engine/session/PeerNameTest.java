package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class PeerNameTest {
    @Test
    void a_linked_person_differs_from_a_peer_of_the_same_text() {
        assertEquals("~ada", new PeerName("ada", true).part());
        assertEquals("ada", new PeerName("ada", false).part());
        assertEquals("%7Eada", new PeerName("~ada", false).part());
        assertEquals("~%7Eada", new PeerName("~ada", true).part());
    }

    @Test
    void a_part_is_read_back() {
        for (String text : new String[] {"ada", "~ada", "a:b", "~", "%7Ea"}) {
            for (boolean isLinked : new boolean[] {true, false}) {
                PeerName name = new PeerName(text, isLinked);
                assertEquals(name, PeerName.of(name.part()));
            }
        }
    }

    @Test
    void a_person_has_a_name() {
        assertThrows(IllegalArgumentException.class, () -> new PeerName("", false));
    }
}
