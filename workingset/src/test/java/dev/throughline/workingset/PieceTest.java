package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PieceTest {
    private final Chain chain = new TestConversation()
            .scaffold("<system-reminder>")
            .user("Mend it.")
            .reasoning("Hm.")
            .call("Read", "a.go")
            .result("package a")
            .result("a picture", Piece.Trait.PICTURES)
            .result("a reference", Piece.Trait.FIXED)
            .chain();

    @Test
    void only_a_user_item_has_user_text() {
        assertFalse(chain.piece(0).isUserText());
        assertTrue(chain.piece(1).isUserText());
        assertFalse(chain.piece(2).isUserText());
    }

    @Test
    void what_may_become_of_a_piece_follows_from_what_it_is() {
        assertEquals(
                List.of(false, false, false, true, true, true, false),
                chain.pieces().stream().map(Piece::mayBeCleared).toList());
        assertTrue(chain.piece(4).mayBeCut());
        assertFalse(chain.piece(5).mayBeCut());
        assertFalse(chain.piece(3).mayBeCut());
    }
}
