package dev.throughline.workingset.policy;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.CutNote;
import dev.throughline.workingset.fragment.Layout;
import dev.throughline.workingset.fragment.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/**
 * Shortens results that are far too long before they are first sent. Nothing in the provider's cache changes by that,
 * so it costs nothing. A file is sent whole, as what was read for an edit must stand there in one piece, unless it
 * would fill much of the window.
 *
 * <pre>
 *   arrives   log of 90,000 tokens
 *   sent      head, telling lines, tail
 * </pre>
 */
final class Arrival {
    private final long mostTokens;

    /** For results of at most so many tokens. */
    Arrival(long mostTokens) {
        this.mostTokens = mostTokens;
    }

    Optional<Decision> decide(Scene scene) {
        Decision.Draft draft = new Decision.Draft();
        LongSummaryStatistics unpadded = new LongSummaryStatistics();
        LongSummaryStatistics shortened = new LongSummaryStatistics();
        long before = scene.total();
        for (int i = scene.moment().firstFresh(); i < scene.chain().size(); i++) {
            long tokens = scene.chain().piece(i).tokens();
            arrive(scene, i, draft)
                    .ifPresent(reword -> (reword.manner() == Edit.Manner.UNPAD ? unpadded : shortened)
                            .accept(tokens - reword.tokens()));
        }
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        String sentence = sentence(unpadded, shortened);
        return Optional.of(draft.because(new Why(Why.Trigger.ARRIVAL, before, scene.total(), 0, 0, 0, sentence)));
    }

    /** What was done, by the tokens that each result lost. */
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

    private static String tokens(LongSummaryStatistics lost) {
        return CutNote.count(lost.getSum(), "token");
    }

    private static String results(LongSummaryStatistics lost) {
        return CutNote.count(lost.getCount(), "new result");
    }

    private Optional<Edit.Reword> arrive(Scene scene, int index, Decision.Draft draft) {
        Piece piece = scene.chain().piece(index);
        if (!piece.mayBeCut() || scene.sight().reword(index) != null) {
            return Optional.empty();
        }
        String text = scene.chain().text(index);
        String plain = Layout.plain(text, piece.subject());
        long tokens = plain.length() < text.length() ? scene.tokens(plain) : piece.tokens();
        long most = most(scene.moment(), piece);
        boolean isLong = tokens > most;
        String sent = isLong
                ? Shortened.of(
                        plain,
                        piece.subject(),
                        most / (double) tokens,
                        scene.chain().handle(index))
                : plain;
        tokens = isLong ? scene.tokens(sent) : tokens;
        if (tokens >= piece.tokens()) {
            return Optional.empty();
        }
        Edit.Manner manner = isLong ? Edit.Manner.SHORTEN : Edit.Manner.UNPAD;
        Edit.Reword reword = new Edit.Reword(piece.node(), manner, draft.text(sent), tokens);
        draft.add(reword);
        scene.sight().reword(index, reword);
        return Optional.of(reword);
    }

    /** A result takes no more than a quarter of what fits, whatever it is. */
    private long most(Moment moment, Piece piece) {
        long quarter = moment.budget().hard() / 4;
        return Superseded.isRead(piece) ? quarter : Math.min(moment.ours(mostTokens), quarter);
    }
}
