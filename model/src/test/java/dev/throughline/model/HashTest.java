package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;

class HashTest {
    /** SHA-256 of nothing begins e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4; this is its base 32. */
    private static final Hash OF_NOTHING = new Hash("s2:4oymiquy7qobjgx36tejs35zeqt24qpe");

    @Test
    void the_name_of_nothing_can_be_derived_by_anyone() {
        assertEquals(OF_NOTHING, Hash.of(""));
        assertEquals(OF_NOTHING, Hash.of(Hash.digest()));
    }

    @Test
    void a_range_has_the_name_of_its_bytes() {
        byte[] bytes = "xxabcxx".getBytes(StandardCharsets.UTF_8);

        assertEquals(Hash.of("abc"), Hash.of(bytes, 2, 3));
        assertEquals(Hash.of("abc"), Bytes.of(bytes, new Span(2, 5)).hash());
    }

    @Test
    void a_digest_is_ready_again_after_it_was_read() {
        MessageDigest digest = Hash.digest();
        digest.update((byte) 'a');

        assertEquals(Hash.of("a"), Hash.of(digest));
        assertEquals(OF_NOTHING, Hash.of(digest));
    }

    @Test
    void a_node_is_its_parent_and_its_item_in_this_order() {
        Hash a = Hash.of("a");
        Hash b = Hash.of("b");

        assertNotEquals(Hash.node(a, b), Hash.node(b, a));
        assertEquals(Hash.node(a, b), Hash.node(a, b));
    }

    @Test
    void a_handle_is_the_first_eight_letters() {
        assertEquals("4oymiquy", OF_NOTHING.handle());
    }

    @Test
    void what_is_no_hash_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> new Hash("b2:4oymiquy7qobjgx36tejs35zeqt24qpe"));
        assertThrows(IllegalArgumentException.class, () -> new Hash("s2:short"));
    }
}
