package dev.throughline.workingset.policy;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.PlainResult;
import dev.throughline.workingset.fragment.ShortenedText;

/**
 * Cuts the longest results of a range to about the same size, until the prompt is small enough.
 *
 * <pre>
 *   before   r 9,000   r 300   r 5,000        6,000 too many
 *   after    S 4,000   r 300   S 4,000
 * </pre>
 */
final class ResultShortener {
    private static final long MIN_RESULT_TOKENS = 200;

    /** The smallest size if nothing else makes the prompt fit. */
    private static final long FEW_LINES_TOKENS = 40;

    private ResultShortener() {}

    static void run(PolicyDraft draft, long target, PieceRange range) {
        run(draft, target, range, MIN_RESULT_TOKENS);
    }

    /** Shortens all results to a few lines. */
    static void toFewLines(PolicyDraft draft, long target) {
        run(draft, target, new PieceRange(0, draft.chain().size() - 1), FEW_LINES_TOKENS);
    }

    private static void run(PolicyDraft draft, long target, PieceRange range, long min) {
        long max = level(draft.current(), range, min, draft.total() - target);
        while (draft.total() > target && max >= min) {
            for (int i = range.last(); i >= range.first(); i--) {
                if (mayShorten(draft.current(), i) && draft.workingSet().tokens(i) > max) {
                    shorten(draft, i, max);
                }
            }
            max = max == min ? 0 : Math.max(min, max * 9 / 10);
        }
    }

    /** The size to which the results of a range have to be cut to free a number of tokens. */
    private static long level(PolicyInput input, PieceRange range, long min, long free) {
        long low = min;
        long high = input.total();
        while (high - low > 1) {
            long level = (low + high) / 2;
            long freed = 0;
            for (int i = range.first(); i <= range.last(); i++) {
                freed += mayShorten(input, i) ? Math.max(0, input.workingSet().tokens(i) - level) : 0;
            }
            low = freed >= free ? level : low;
            high = freed >= free ? high : level;
        }
        return low;
    }

    static boolean mayShorten(PolicyInput input, int index) {
        return input.chain().piece(index).mayBeCut() && input.workingSet().isReadable(index);
    }

    /** Shortens a result to about a number of tokens, if that makes it shorter than now. */
    private static void shorten(PolicyDraft draft, int index, long tokens) {
        Piece piece = draft.chain().piece(index);
        String plain = PlainResult.of(draft.chain().text(index), piece.subject());
        double part = tokens / (double) Math.max(1, draft.tokens(plain));
        String cut =
                ShortenedText.of(plain, piece.subject(), part, draft.chain().handle(index));
        long counted = draft.tokens(cut);
        if (counted < draft.workingSet().tokens(index)) {
            draft.reword(index, Edit.RewordKind.SHORTEN, cut, counted);
        }
    }
}
