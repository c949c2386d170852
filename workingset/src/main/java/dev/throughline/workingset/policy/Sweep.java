package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Shown;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Regions;
import dev.throughline.workingset.fragment.Repeats;
import dev.throughline.workingset.fragment.Stub;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shortens or clears some pieces and writes all that stands behind the first of them anew. What pointed to a cleared
 * piece gets its lines back or points elsewhere, so no pointer outlives what it points to.
 *
 * <pre>
 *   before   r1 (file)     c  r2 → r1    r3
 *   clear r1
 *   after    [stub of r1]  c  r2 (file)  r3 → r2
 * </pre>
 */
final class Sweep {
    /** Regions are about this part of a file. */
    private static final double REGIONS_PART = 0.8;

    private final Scene scene;
    private final Chain chain;
    private final Sight sight;
    private final Shown shown;
    private final Fate[] fates;
    private final Vocabulary vocabulary;
    private final Decision.Draft draft = new Decision.Draft();
    private int firstChanged = -1;

    private Sweep(Scene scene, Fate[] fates, Vocabulary vocabulary) {
        this.scene = scene;
        this.chain = scene.chain();
        this.sight = scene.sight();
        this.shown = scene.shown();
        this.fates = fates;
        this.vocabulary = vocabulary;
    }

    /**
     * What came of it.
     *
     * @param firstChanged the first piece that reads otherwise than before; -1 if none does
     */
    record Swept(Decision.Draft draft, int firstChanged) {}

    /** Gives each piece its fate, from the first that does not stay. */
    static Swept run(Scene scene, Fate[] fates) {
        return run(scene, fates, new Vocabulary(scene.chain()));
    }

    /** The same with a vocabulary of the scene's chain, of which nothing was given yet. */
    static Swept run(Scene scene, Fate[] fates, Vocabulary vocabulary) {
        int first = 0;
        while (first < fates.length && fates[first] == Fate.STAYS) {
            first++;
        }
        return new Sweep(scene, fates, vocabulary).run(first, fates.length);
    }

    /** Writes all anew from this piece on, since something there was replaced. */
    static Swept from(Scene scene, int first) {
        return from(scene, first, scene.chain().size());
    }

    /** The same up to a piece that has not arrived yet. */
    static Swept from(Scene scene, int first, int end) {
        Fate[] fates = new Fate[scene.chain().size()];
        Arrays.fill(fates, Fate.STAYS);
        return new Sweep(scene, fates, new Vocabulary(scene.chain())).run(first, end);
    }

    /** About as many tokens as are left of a piece. */
    static long guess(Scene scene, int index, Fate fate) {
        Piece piece = scene.chain().piece(index);
        TokenCount count = scene.moment().count();
        return switch (fate) {
            case STAYS -> scene.sight().tokens(index);
            case REGIONS -> Math.round(REGIONS_PART * scene.sight().tokens(index));
            case CLEARED -> count.guess(Stub.characters(piece, count.characters(piece.tokens())));
        };
    }

    /** Whether some of a file that was read may go. */
    static boolean mayCut(Scene scene, int index, Vocabulary vocabulary) {
        return Regions.of(scene.chain(), index, vocabulary, scene.sight()::isReadable)
                .filter(regions -> scene.tokens(regions) < scene.sight().tokens(index))
                .isPresent();
    }

    private Swept run(int first, int end) {
        shown.truncate(first);
        for (int i = first; i < end; i++) {
            write(i);
        }
        return new Swept(draft, firstChanged);
    }

    private void write(int index) {
        Piece piece = chain.piece(index);
        if (!sight.isReadable(index)) {
            shown.hide();
        } else if (isShorter(index, piece)) {
            shown.hide();
        } else if (piece.mayBeCut()) {
            repeat(index, piece);
        } else {
            Arriving.show(scene, index);
        }
    }

    /** Makes a piece shorter as its fate demands; whether it is so now, or was before. */
    private boolean isShorter(int index, Piece piece) {
        return switch (fates[index]) {
            case CLEARED -> clear(index, piece) || isShortened(index);
            case REGIONS -> cut(index, piece);
            case STAYS -> isShortened(index);
        };
    }

    private boolean isShortened(int index) {
        Edit.Reword reword = sight.reword(index);
        return reword != null && reword.manner() == Edit.Manner.SHORTEN;
    }

    private boolean cut(int index, Piece piece) {
        Optional<String> regions = Regions.of(chain, index, vocabulary, this::isReadable);
        if (regions.isEmpty()) {
            return false;
        }
        long tokens = scene.tokens(regions.get());
        if (tokens >= sight.tokens(index)) {
            return false;
        }
        say(index, new Edit.Reword(piece.node(), Edit.Manner.SHORTEN, draft.text(regions.get()), tokens, List.of()));
        return true;
    }

    private boolean clear(int index, Piece piece) {
        String stub = piece.isCall()
                ? Stub.ofCall(chain, index, vocabulary, this::isReadable)
                : Stub.ofResult(chain, index, vocabulary, this::isReadable);
        long tokens = scene.tokens(stub);
        if (tokens >= sight.tokens(index)) {
            return false;
        }
        say(index, new Edit.Reword(piece.node(), Edit.Manner.CLEAR, draft.text(stub), tokens, List.of()));
        return true;
    }

    /** Whether another piece will still show what it holds. */
    private boolean isReadable(int other) {
        return sight.isReadable(other) && fates[other] == Fate.STAYS && !isShortened(other);
    }

    private void repeat(int index, Piece piece) {
        String text = chain.text(index);
        Lines lines = Lines.of(text);
        Optional<Repeats> repeats = Repeats.in(chain, index, lines, shown);
        if (repeats.isEmpty()) {
            say(index, null);
            shown.show(lines);
            return;
        }
        String sent = repeats.get().text();
        Hash id = draft.text(sent);
        long tokens = tokens(index, id, sent);
        if (tokens >= piece.tokens()) {
            say(index, null);
            shown.show(lines);
            return;
        }
        List<Hash> targets = repeats.get().targets().stream()
                .map(target -> chain.piece(target).node())
                .toList();
        say(index, new Edit.Reword(piece.node(), Edit.Manner.DEDUPE, id, tokens, targets));
        shown.show(Lines.of(sent));
    }

    /** The tokens of a text; if the piece says the same already they are known, and counting is dear. */
    private long tokens(int index, Hash id, String text) {
        Edit.Reword old = sight.reword(index);
        return old != null && old.text().equals(id) ? old.tokens() : scene.tokens(text);
    }

    private void say(int index, Edit.@Nullable Reword reword) {
        Edit.Reword old = sight.reword(index);
        if (Objects.equals(old, reword)) {
            return;
        }
        draft.add(reword == null ? new Edit.Restore(chain.piece(index).node()) : reword);
        sight.reword(index, reword);
        firstChanged = firstChanged < 0 ? index : firstChanged;
    }
}
