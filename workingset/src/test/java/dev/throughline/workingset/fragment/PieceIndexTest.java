package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class PieceIndexTest {
    @Test
    void a_key_is_found_in_every_piece_it_was_noted_for_however_many_others_there_are() {
        PieceIndex places = new PieceIndex();
        for (int key = 0; key < 5_000; key++) {
            places.add(key, 1);
            places.add(key, 2 + key % 3);
        }
        assertEquals(2, places.count(4_000, 10));
        assertTrue(places.isIn(4_000, piece -> piece == 3));
        assertFalse(places.isIn(4_000, piece -> piece == 4));
    }

    @Test
    void counting_ends_at_the_limit() {
        PieceIndex places = new PieceIndex();
        for (int piece = 0; piece < 9; piece++) {
            places.add(7, piece);
        }
        assertEquals(4, places.count(7, 4));
        assertEquals(9, places.count(7, 100));
    }

    @Test
    void what_was_never_noted_is_nowhere() {
        assertEquals(0, new PieceIndex().count(1, 10));
        assertFalse(new PieceIndex().isIn(1, piece -> true));
    }
}
