package dev.throughline.workingset.policy;

import dev.throughline.model.text.DisplayText;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.edit.Edit.RewordKind;
import dev.throughline.workingset.fragment.PlainResult;
import dev.throughline.workingset.fragment.ShortenedText;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/**
 * Cuts results: very long ones before they are first sent, and the longest ones of a prompt that is too long.
 *
 * <pre>
 *   new        log of 90,000 tokens           to head, lines that report failures, tail
 *   too long   r 9,000   r 300   r 5,000      6,000 too many
 *   after      S 4,000   r 300   S 4,000
 * </pre>
 */
final class ResultShortener {
    private static final long MIN_RESULT_TOKENS = 200;

    /** The smallest size if nothing else makes the prompt fit. */
    private static final long FEW_LINES_TOKENS = 40;

    private ResultShortener() {}

    /**
     * Shortens new results and removes their padding. They are not in the provider's cache yet, so this is free. A file
     * is sent complete, because an edit needs contiguous text, unless it would fill much of the window.
     *
     * @param maxTokens longer results other than files are shortened; in the provider's token count
     */
    static Optional<Decision> shortenNew(PolicyDraft draft, long maxTokens) {
        LongSummaryStatistics unpadded = new LongSummaryStatistics();
        LongSummaryStatistics shortened = new LongSummaryStatistics();
        for (int i = draft.state().firstNew(); i < draft.chain().size(); i++) {
            Piece piece = draft.chain().piece(i);
            if (piece.mayBeCut() && draft.workingSet().reword(i) == null) {
                String text = draft.chain().text(i);
                String sent = PlainResult.of(text, piece.subject());
                long tokens = sent.length() < text.length() ? draft.tokens(sent) : piece.tokens();
                long max = maxNewTokens(draft.state(), piece, maxTokens);
                boolean isLong = tokens > max;
                if (isLong) {
                    sent = shortened(draft, i, sent, max / (double) tokens);
                    tokens = draft.tokens(sent);
                }
                if (tokens < piece.tokens()) {
                    draft.reword(i, isLong ? RewordKind.SHORTEN : RewordKind.UNPAD, sent, tokens);
                    (isLong ? shortened : unpadded).accept(piece.tokens() - tokens);
                }
            }
        }
        return draft.decision(Trigger.ARRIVAL, 0, sentence(unpadded, shortened));
    }

    /** A result takes at most a quarter of what fits. */
    private static long maxNewTokens(RequestState state, Piece piece, long maxTokens) {
        long quarter = state.budget().promptLimit() / 4;
        return FileReads.isRead(piece) ? quarter : Math.min(state.ours(maxTokens), quarter);
    }

    private static String sentence(LongSummaryStatistics unpadded, LongSummaryStatistics shortened) {
        List<String> sentences = new ArrayList<>();
        if (unpadded.getCount() > 0) {
            sentences.add("Removed " + tokens(unpadded) + " of padding from " + results(unpadded) + ".");
        }
        if (shortened.getCount() > 0) {
            sentences.add("Shortened " + results(shortened) + " by " + tokens(shortened) + ".");
        }
        return String.join(" ", sentences);
    }

    private static String tokens(LongSummaryStatistics removed) {
        return DisplayText.quantity(removed.getSum(), "token");
    }

    private static String results(LongSummaryStatistics removed) {
        return DisplayText.quantity(removed.getCount(), "new result");
    }

    /** Cuts the longest results of a range to about the same size, until the prompt is small enough. */
    static void shorten(PolicyDraft draft, long target, PieceRange range) {
        shorten(draft, target, range, MIN_RESULT_TOKENS);
    }

    /** Cuts all results to a few lines, until the prompt is small enough. */
    static void toFewLines(PolicyDraft draft, long target) {
        shorten(draft, target, new PieceRange(0, draft.chain().size() - 1), FEW_LINES_TOKENS);
    }

    private static void shorten(PolicyDraft draft, long target, PieceRange range, long min) {
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
        String plain = PlainResult.of(
                draft.chain().text(index), draft.chain().piece(index).subject());
        String cut = shortened(draft, index, plain, tokens / (double) Math.max(1, draft.tokens(plain)));
        long counted = draft.tokens(cut);
        if (counted < draft.workingSet().tokens(index)) {
            draft.reword(index, RewordKind.SHORTEN, cut, counted);
        }
    }

    private static String shortened(PolicyDraft draft, int index, String text, double part) {
        return ShortenedText.of(
                text, draft.chain().piece(index).subject(), part, draft.chain().handle(index));
    }
}
