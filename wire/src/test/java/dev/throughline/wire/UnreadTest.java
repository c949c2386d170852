package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnreadTest {
    @Test
    void what_fits_is_kept_as_a_copy() {
        byte[] lent = {'a', 'b'};
        Unread unread = new Unread(10);
        unread.add(Bytes.of(lent));
        lent[0] = '#';
        assertEquals(List.of(Bytes.of("ab")), unread.entries());
    }

    @Test
    void what_comes_after_the_limit_is_counted_and_said() {
        Unread unread = new Unread(10);
        unread.add(Bytes.of("12345678"));
        unread.add(Bytes.of("abc"));
        unread.add(Bytes.of("d"));
        assertEquals(List.of(Bytes.of("12345678"), Bytes.of("throughline: dropped 2 more, 4 bytes")), unread.entries());
    }

    @Test
    void a_flood_of_empty_entries_has_an_end() {
        Unread unread = new Unread(10);
        for (int i = 0; i < 10_000; i++) {
            unread.add(Bytes.EMPTY);
        }
        assertEquals(4_097, unread.entries().size());
        assertEquals(
                Bytes.of("throughline: dropped 5904 more, 0 bytes"),
                unread.entries().getLast());
    }
}
