package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.Repeats;
import dev.throughline.workingset.fragment.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The gate through which results come in: what the model can already read becomes a pointer, and what is far too long
 * is shortened, before either was ever sent. Nothing in the provider's cache changes by that, so it costs nothing.
 *
 * <pre>
 *   arrives   Read a.go (400 lines, 380 of them shown above)     log of 90,000 tokens
 *   sent      [lines 1-380: as above in Read a.go …] 20 lines    head, telling lines, tail
 * </pre>
 */
final class Arrival {
    private final long mostTokens;

    /** A gate for results of at most so many tokens. */
    Arrival(long mostTokens) {
        this.mostTokens = mostTokens;
    }

    Optional<Decision> decide(Scene scene) {
        Decision.Draft draft = new Decision.Draft();
        long before = scene.total();
        for (int i = scene.shown().size(); i < scene.chain().size(); i++) {
            arrive(scene, i, draft);
        }
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        long after = scene.total();
        String sentence = "Sent " + (before - after) + " tokens less of "
                + draft.edits().size() + " new results: lines that stand above, or more than fits.";
        return Optional.of(draft.because(new Why(Why.Trigger.ARRIVAL, before, after, 0, 0, 0, sentence)));
    }

    private void arrive(Scene scene, int index, Decision.Draft draft) {
        Piece piece = scene.chain().piece(index);
        if (!piece.mayBeCut()) {
            Arriving.show(scene, index);
            return;
        }
        String text = scene.chain().reading(index);
        Lines lines = Lines.of(text);
        Optional<Repeats> repeats = Repeats.in(scene.chain(), index, lines, scene.shown());
        String sent = repeats.map(Repeats::text).orElse(text);
        List<Hash> targets = new ArrayList<>();
        repeats.ifPresent(found -> found.targets()
                .forEach(target -> targets.add(scene.chain().piece(target).node())));
        Edit.Manner manner = Edit.Manner.DEDUPE;
        long most = most(scene.moment());
        boolean mayBeLong = repeats.isEmpty()
                ? piece.tokens() > most
                : scene.moment().count().mayExceed(sent, most);
        if (mayBeLong && scene.tokens(sent) > most) { // Counted only if neither the piece nor its length tells.
            // Of the whole text, without pointers: what is shortened is never written again when their targets go.
            sent = Shortened.of(
                    text, most / (double) scene.tokens(text), scene.chain().handle(index));
            targets.clear();
            manner = Edit.Manner.SHORTEN;
        }
        long tokens = sent.length() < text.length() ? scene.tokens(sent) : piece.tokens();
        if (tokens < piece.tokens()) {
            Edit.Reword reword = new Edit.Reword(piece.node(), manner, draft.text(sent), tokens, targets);
            draft.add(reword);
            scene.sight().reword(index, reword);
            show(scene, manner, sent);
        } else {
            scene.shown().show(lines);
        }
    }

    /** A result takes no more than a quarter of what fits, however long it may be. */
    private long most(Moment moment) {
        return Math.min(moment.ours(mostTokens), moment.budget().hard() / 4);
    }

    /** What was shortened is not pointed to: nobody would find the lines that were left out. */
    private static void show(Scene scene, Edit.Manner manner, String sent) {
        if (manner == Edit.Manner.DEDUPE) {
            scene.shown().show(Lines.of(sent));
        } else {
            scene.shown().hide();
        }
    }
}
