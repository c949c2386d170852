package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
        assertEquals(3, set.replacementEnd(1));
        assertEquals(-1, set.replacementEnd(2));
        assertTrue(set.isHidden(2));
        assertEquals(chain.piece(0).tokens() + 5 + chain.piece(4).tokens(), set.total());
    }

    @Test
    void a_replacement_that_ends_elsewhere_does_not_hold() {
        EditLog log = new EditLog();
        log.accept(new Edit.Replace(chain.piece(1).node(), chain.piece(2).node(), TEXT, 7));
        log.accept(new Edit.Replace(chain.piece(1).node(), Hash.of("on another branch"), TEXT, 5));
        assertEquals(2, WorkingSet.of(chain.pieces(), log).replacementEnd(1));
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
        WorkingSet.EditableWorkingSet draft = new WorkingSet.EditableWorkingSet(before);
        draft.apply(2, clear);
        draft.apply(new PieceRange(0, 1), replace);
        WorkingSet again = WorkingSet.of(chain.pieces(), log.with(edits));
        for (WorkingSet set : List.of(before.with(edits), draft)) {
            for (int i = 0; i < chain.size(); i++) {
                assertEquals(again.tokens(i), set.tokens(i), "tokens of " + i);
                assertEquals(again.reword(i), set.reword(i));
                assertEquals(again.isHidden(i), set.isHidden(i));
                assertEquals(again.replacementEnd(i), set.replacementEnd(i));
            }
        }
        assertNull(before.reword(2), "a working set does not change");
        assertEquals(-1, before.replacementEnd(0), "a working set does not change");
    }

    @Test
    void a_text_before_a_piece_counts_with_it() {
        WorkingSet before = WorkingSet.of(chain.pieces(), new EditLog());
        Edit.Prepend prepend = new Edit.Prepend(chain.piece(4).node(), TEXT, 50);
        assertEquals(before.tokens(4) + 50, before.with(List.of(prepend)).tokens(4));
    }

    @Test
    void the_tokens_of_a_range_are_those_of_its_pieces() {
        WorkingSet set = WorkingSet.of(chain.pieces(), new EditLog());
        assertEquals(set.tokens(1) + set.tokens(2), set.tokens(new PieceRange(1, 2)));
        assertEquals(0, set.tokensFrom(chain.size()));
        assertEquals(set.total(), set.tokensFrom(0));
    }

    @Test
    void random_edits_give_the_same_set_at_once_and_one_after_another() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 8; i++) {
            conversation.user("Prompt " + i).call("Bash", "step " + i).result(TestConversation.lines("r" + i, 6));
        }
        List<Piece> pieces = conversation.chain().pieces();
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Edit> edits = new ArrayList<>();
            for (int i = random.nextInt(9); i > 0; i--) {
                edits.add(edit(random, pieces, i));
            }
            int split = random.nextInt(edits.size() + 1);
            EditLog log = new EditLog().with(edits.subList(0, split));
            WorkingSet step = WorkingSet.of(pieces, log).with(edits.subList(split, edits.size()));
            WorkingSet whole = WorkingSet.of(pieces, log.with(edits.subList(split, edits.size())));
            for (int i = 0; i < pieces.size(); i++) {
                assertEquals(whole.tokens(i), step.tokens(i), "tokens of " + i + ", seed " + seed + ": " + edits);
                assertEquals(whole.reword(i), step.reword(i), "seed " + seed);
                assertEquals(whole.isHidden(i), step.isHidden(i), "seed " + seed);
                assertEquals(whole.replacementEnd(i), step.replacementEnd(i), "seed " + seed);
                assertEquals(whole.isWhole(i), step.isWhole(i), "seed " + seed);
                assertEquals(whole.isReadable(i), step.isReadable(i), "seed " + seed);
            }
        }
    }

    /** Rewordings, restorations and growing replacements of the beginning, as policies make them. */
    private static Edit edit(Random random, List<Piece> pieces, int number) {
        Hash node = pieces.get(random.nextInt(pieces.size())).node();
        return switch (random.nextInt(4)) {
            case 0 -> new Edit.Restore(node);
            case 1 ->
                new Edit.Replace(
                        pieces.get(1).node(),
                        pieces.get(pieces.size() - 2 * number).node(),
                        Hash.of("digest"),
                        20 + number);
            default -> new Edit.Reword(node, List.of(Edit.RewordKind.values()).get(random.nextInt(4)), TEXT, number);
        };
    }
}
