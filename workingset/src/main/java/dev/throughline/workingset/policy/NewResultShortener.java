package dev.throughline.workingset.policy;

import dev.throughline.model.text.DisplayText;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.PlainResult;
import dev.throughline.workingset.fragment.ShortenedText;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/**
 * Shortens very long results before they are first sent. They are not in the provider's cache yet, so this is free. A
 * file is sent complete, because an edit needs contiguous text, unless it would fill much of the window.
 *
 * <pre>
 *   arrives   log of 90,000 tokens
 *   sent      head, lines that report failures, tail
 * </pre>
 */
final class NewResultShortener {
    private final long maxTokens;

    NewResultShortener(long maxTokens) {
        this.maxTokens = maxTokens;
    }

    Optional<Decision> decide(PolicyDraft draft) {
        LongSummaryStatistics unpadded = new LongSummaryStatistics();
        LongSummaryStatistics shortened = new LongSummaryStatistics();
        long before = draft.total();
        for (int i = draft.state().firstNew(); i < draft.chain().size(); i++) {
            long tokens = draft.chain().piece(i).tokens();
            shorten(draft, i)
                    .ifPresent(reword -> (reword.kind() == Edit.RewordKind.UNPAD ? unpadded : shortened)
                            .accept(tokens - reword.tokens()));
        }
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        List<String> sentences = new ArrayList<>();
        if (unpadded.getCount() > 0) {
            sentences.add("Removed " + tokens(unpadded) + " of padding from " + results(unpadded) + ".");
        }
        if (shortened.getCount() > 0) {
            sentences.add("Shortened " + results(shortened) + " by " + tokens(shortened) + ".");
        }
        String sentence = String.join(" ", sentences);
        return Optional.of(draft.decision(
                new DecisionReason(DecisionReason.Trigger.ARRIVAL, before, draft.total(), 0, 0, 0, sentence)));
    }

    private static String tokens(LongSummaryStatistics removed) {
        return DisplayText.many(removed.getSum(), "token");
    }

    private static String results(LongSummaryStatistics removed) {
        return DisplayText.many(removed.getCount(), "new result");
    }

    private Optional<Edit.Reword> shorten(PolicyDraft draft, int index) {
        Piece piece = draft.chain().piece(index);
        if (!piece.mayBeCut() || draft.workingSet().reword(index) != null) {
            return Optional.empty();
        }
        String text = draft.chain().text(index);
        String sent = PlainResult.of(text, piece.subject());
        long tokens = sent.length() < text.length() ? draft.tokens(sent) : piece.tokens();
        long max = maxTokens(draft.state(), piece);
        boolean isLong = tokens > max;
        if (isLong) {
            String handle = draft.chain().handle(index);
            sent = ShortenedText.of(sent, piece.subject(), max / (double) tokens, handle);
            tokens = draft.tokens(sent);
        }
        if (tokens >= piece.tokens()) {
            return Optional.empty();
        }
        return Optional.of(draft.reword(index, isLong ? Edit.RewordKind.SHORTEN : Edit.RewordKind.UNPAD, sent, tokens));
    }

    /** A result takes at most a quarter of what fits. */
    private long maxTokens(RequestState state, Piece piece) {
        long quarter = state.budget().promptLimit() / 4;
        return FileReads.isRead(piece) ? quarter : Math.min(state.ours(maxTokens), quarter);
    }
}
