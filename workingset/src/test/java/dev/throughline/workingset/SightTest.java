package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SightTest {
    private static final Hash TEXT = Hash.of("text");

    private final Chain chain = new Talk()
            .user("Mend it.")
            .call("Read", "a.go")
            .result(Talk.lines("a", 20))
            .says("Done.")
            .user("Thanks.")
            .chain();

    private Edit.Reword reword(int index, Edit.Manner manner, long tokens) {
        return new Edit.Reword(chain.piece(index).node(), manner, TEXT, tokens);
    }

    @Test
    void without_edits_all_is_seen_as_it_came() {
        Sight sight = Sight.of(chain.pieces(), new EditLog());
        long all = chain.pieces().stream().mapToLong(Piece::tokens).sum();
        assertEquals(all, sight.total());
        assertTrue(sight.isReadable(2));
        assertNull(sight.reword(2));
        assertEquals(chain.piece(4).tokens(), sight.tokensFrom(4));
    }

    @Test
    void a_cleared_piece_is_not_readable_and_a_shortened_one_not_whole() {
        EditLog log = new EditLog();
        log.accept(reword(2, Edit.Manner.CLEAR, 9));
        Sight cleared = Sight.of(chain.pieces(), log);
        assertFalse(cleared.isReadable(2));
        assertEquals(9, cleared.tokens(2));
        log.accept(reword(2, Edit.Manner.SHORTEN, 30));
        Sight shortened = Sight.of(chain.pieces(), log);
        assertTrue(shortened.isReadable(2));
        assertFalse(shortened.isWhole(2));
        log.accept(reword(2, Edit.Manner.UNPAD, 31));
        assertTrue(Sight.of(chain.pieces(), log).isWhole(2));
    }

    @Test
    void a_replaced_range_counts_as_its_block() {
        EditLog log = new EditLog();
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(2).node(), TEXT, 7));
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(3).node(), TEXT, 5));
        Sight sight = Sight.of(chain.pieces(), log);
        assertEquals(3, sight.replacedTo(1));
        assertEquals(-1, sight.replacedTo(2));
        assertTrue(sight.isHidden(2));
        assertEquals(chain.piece(0).tokens() + 5 + chain.piece(4).tokens(), sight.total());
    }

    @Test
    void a_replacement_that_ends_elsewhere_does_not_hold() {
        EditLog log = new EditLog();
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(2).node(), TEXT, 7));
        log.accept(new Edit.Replace(chain.piece(1).node(), Hash.of("on another branch"), TEXT, 5));
        assertEquals(2, Sight.of(chain.pieces(), log).replacedTo(1));
    }

    @Test
    void what_is_taken_one_by_one_is_what_the_log_says() {
        EditLog log = new EditLog();
        log.accept(new Edit.Prepend(chain.piece(4).node(), TEXT, 50));
        Sight sight = Sight.of(chain.pieces(), log);
        Edit.Reword clear = reword(2, Edit.Manner.CLEAR, 9);
        sight.reword(2, clear);
        sight.reword(2, null);
        sight.reword(2, clear);
        sight.replace(0, 1, 3);
        Sight again = Sight.of(
                chain.pieces(),
                log.with(List.of(
                        clear,
                        new Edit.Replace(chain.piece(0).node(), chain.piece(1).node(), TEXT, 3))));
        for (int i = 0; i < chain.size(); i++) {
            assertEquals(again.tokens(i), sight.tokens(i), "tokens of " + i);
            assertEquals(again.reword(i), sight.reword(i));
            assertEquals(again.isHidden(i), sight.isHidden(i));
            assertEquals(again.replacedTo(i), sight.replacedTo(i));
        }
    }
}
