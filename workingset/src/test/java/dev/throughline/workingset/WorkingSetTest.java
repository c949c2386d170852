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

final class WorkingSetTest {
    private static final Hash TEXT = Hash.of("text");

    private final Chain chain = new TestConversation()
            .user("Mend it.")
            .call("Read", "a.go")
            .result(TestConversation.lines("a", 20))
            .assistant("Done.")
            .user("Thanks.")
            .chain();

    private Edit.Reword reword(int index, Edit.RewordKind kind, long tokens) {
        return new Edit.Reword(chain.piece(index).node(), kind, TEXT, tokens);
    }

    @Test
    void without_edits_all_is_seen_as_it_came() {
        WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
        long all = chain.pieces().stream().mapToLong(Piece::tokens).sum();
        assertEquals(all, set.total());
        assertTrue(set.isReadable(2));
        assertNull(set.reword(2));
        assertEquals(chain.piece(4).tokens(), set.tokensFrom(4));
    }

    @Test
    void a_cleared_piece_is_not_readable_and_a_shortened_one_not_whole() {
        EditLog log = new EditLog();
        log.accept(reword(2, Edit.RewordKind.CLEAR, 9));
        WorkingSet cleared = WorkingSet.of(chain.pieces(), log);
        assertFalse(cleared.isReadable(2));
        assertEquals(9, cleared.tokens(2));
        log.accept(reword(2, Edit.RewordKind.SHORTEN, 30));
        WorkingSet shortened = WorkingSet.of(chain.pieces(), log);
        assertTrue(shortened.isReadable(2));
        assertFalse(shortened.isWhole(2));
        log.accept(reword(2, Edit.RewordKind.UNPAD, 31));
        assertTrue(WorkingSet.of(chain.pieces(), log).isWhole(2));
    }

    @Test
    void a_replaced_range_counts_as_its_block() {
        EditLog log = new EditLog();
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(2).node(), TEXT, 7));
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(3).node(), TEXT, 5));
        WorkingSet set = WorkingSet.of(chain.pieces(), log);
        assertEquals(3, set.replacedTo(1));
        assertEquals(-1, set.replacedTo(2));
        assertTrue(set.isHidden(2));
        assertEquals(chain.piece(0).tokens() + 5 + chain.piece(4).tokens(), set.total());
    }

    @Test
    void a_replacement_that_ends_elsewhere_does_not_hold() {
        EditLog log = new EditLog();
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(2).node(), TEXT, 7));
        log.accept(new Edit.Replace(chain.piece(1).node(), Hash.of("on another branch"), TEXT, 5));
        assertEquals(2, WorkingSet.of(chain.pieces(), log).replacedTo(1));
    }

    @Test
    void further_edits_give_what_the_log_with_them_gives() {
        EditLog log = new EditLog();
        log.accept(new Edit.Prepend(chain.piece(4).node(), TEXT, 50));
        WorkingSet before = WorkingSet.of(chain.pieces(), log);
        Edit.Reword clear = reword(2, Edit.RewordKind.CLEAR, 9);
        Edit.Replace replace =
                new Edit.Replace(chain.piece(0).node(), chain.piece(1).node(), TEXT, 3);
        Edit elsewhere = new Edit.Restore(Hash.of("on another branch"));
        List<Edit> edits = List.of(
                clear, new Edit.Restore(clear.node()), clear, replace, elsewhere, new Edit.AddTools(List.of("recall")));
        WorkingSet.Draft draft = new WorkingSet.Draft(before);
        draft.apply(2, clear);
        draft.apply(new PieceRange(0, 1), replace);
        WorkingSet again = WorkingSet.of(chain.pieces(), log.with(edits));
        for (WorkingSet set : List.of(before.with(edits), draft)) {
            for (int i = 0; i < chain.size(); i++) {
                assertEquals(again.tokens(i), set.tokens(i), "tokens of " + i);
                assertEquals(again.reword(i), set.reword(i));
                assertEquals(again.isHidden(i), set.isHidden(i));
                assertEquals(again.replacedTo(i), set.replacedTo(i));
            }
        }
        assertNull(before.reword(2), "a working set does not change");
        assertEquals(-1, before.replacedTo(0), "a working set does not change");
    }

    @Test
    void a_text_before_a_piece_counts_with_it() {
        WorkingSet before = WorkingSet.of(chain.pieces(), new EditLog());
        Edit.Prepend prepend = new Edit.Prepend(chain.piece(4).node(), TEXT, 50);
        assertEquals(before.tokens(4) + 50, before.with(List.of(prepend)).tokens(4));
    }
}
