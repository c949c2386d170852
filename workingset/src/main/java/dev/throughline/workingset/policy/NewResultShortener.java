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
 * Shortens results that are far too long before they are first sent. That changes nothing in the provider's cache, so
 * it costs nothing. A file is sent whole, since an edit needs what was read in one piece, unless it would fill much of
 * the window.
 *
 * <pre>
 *   arrives   log of 90,000 tokens
 *   sent      head, lines that report failures, tail
 * </pre>
 */
final class NewResultShortener {
    private final long mostTokens;

    /** For results of at most this many tokens. */
    NewResultShortener(long mostTokens) {
        this.mostTokens = mostTokens;
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
        long most = most(draft.state(), piece);
        boolean isLong = tokens > most;
        if (isLong) {
            String handle = draft.chain().handle(index);
            sent = ShortenedText.of(sent, piece.subject(), most / (double) tokens, handle);
            tokens = draft.tokens(sent);
        }
        if (tokens >= piece.tokens()) {
            return Optional.empty();
        }
        return Optional.of(draft.reword(index, isLong ? Edit.RewordKind.SHORTEN : Edit.RewordKind.UNPAD, sent, tokens));
    }

    /** A result takes no more than a quarter of what fits, whatever it is. */
    private long most(RequestState state, Piece piece) {
        long quarter = state.budget().promptLimit() / 4;
        return FileReads.isRead(piece) ? quarter : Math.min(state.ours(mostTokens), quarter);
    }
}
