package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.wire.json.RawObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class PiecesTest {
    @Test
    void each_piece_is_a_string_and_together_they_are_the_text() {
        long seed = System.nanoTime();
        Chance chance = new Chance(seed, 500);
        for (int round = 0; round < 500; round++) {
            Json.Str text = chance.text();
            List<Json> pieces = Pieces.of(text, chance);
            StringBuilder together = new StringBuilder();
            for (Json piece : pieces) {
                assertTrue(RawObject.text(piece.bytes()).isPresent(), "seed " + seed + ": " + piece);
                together.append(piece.write(), 1, piece.write().length() - 1);
            }
            assertEquals(text.inner(), together.toString(), "seed " + seed);
        }
    }

    @Test
    void an_empty_text_has_no_pieces() {
        assertEquals(List.of(), Pieces.of(Json.str(""), new Chance(1, 1)));
    }
}
