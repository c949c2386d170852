package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;

class HashTest {
    /** SHA-256 of no bytes begins with e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4; this is its base 32 form. */
    private static final Hash OF_NO_BYTES = new Hash("s2:4oymiquy7qobjgx36tejs35zeqt24qpe");

    @Test
    void the_hash_of_no_bytes_is_sha_256_in_base_32() {
        assertEquals(OF_NO_BYTES, Hash.of(""));
        assertEquals(OF_NO_BYTES, Hash.of(Hash.digest()));
    }

    @Test
    void the_hash_of_a_range_is_the_hash_of_its_bytes() {
        byte[] bytes = "xxabcxx".getBytes(StandardCharsets.UTF_8);

        assertEquals(Hash.of("abc"), Hash.of(bytes, 2, 3));
        assertEquals(Hash.of("abc"), Bytes.of(bytes, new Span(2, 5)).hash());
    }

    @Test
    void a_digest_is_reset_after_it_was_read() {
        MessageDigest digest = Hash.digest();
        digest.update((byte) 'a');

        assertEquals(Hash.of("a"), Hash.of(digest));
        assertEquals(OF_NO_BYTES, Hash.of(digest));
    }

    @Test
    void the_hash_of_a_node_depends_on_the_order_of_parent_and_item() {
        Hash a = Hash.of("a");
        Hash b = Hash.of("b");

        assertNotEquals(Hash.node(a, b), Hash.node(b, a));
        assertEquals(Hash.node(a, b), Hash.node(a, b));
    }

    @Test
    void a_handle_is_the_first_eight_characters() {
        assertEquals("4oymiquy", OF_NO_BYTES.handle());
    }

    @Test
    void a_malformed_hash_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new Hash("b2:4oymiquy7qobjgx36tejs35zeqt24qpe"));
        assertThrows(IllegalArgumentException.class, () -> new Hash("s2:short"));
    }
}
