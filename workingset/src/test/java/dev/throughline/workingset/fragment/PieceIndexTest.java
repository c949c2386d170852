package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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

    @Test
    void random_keys_are_found_as_in_a_map_also_when_their_slots_collide() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            PieceIndex index = new PieceIndex();
            Map<Long, Set<Integer>> expected = new HashMap<>();
            for (int i = random.nextInt(6_000); i > 0; i--) {
                // Keys that differ only in high bits fall into few slots.
                long key = random.nextBoolean() ? random.nextLong() : (long) random.nextInt(900) << 20;
                int piece = random.nextInt(40);
                if (expected.computeIfAbsent(key, _ -> new HashSet<>()).add(piece)) {
                    index.add(key, piece);
                }
            }
            expected.forEach((key, pieces) -> {
                assertEquals(pieces.size(), index.count(key, 100));
                assertEquals(Math.min(3, pieces.size()), index.count(key, 3));
                int piece = random.nextInt(40);
                assertEquals(pieces.contains(piece), index.isIn(key, each -> each == piece));
            });
        }
    }
}
