package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Stub;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Cuts, clears and drops what its fate says.
 *
 * <pre>
 *   before   a c r   a c r1 (file)          a c r2 (the same file)   a c r3 (output)
 *   after    [digest]  a c [superseded r1]  a c r2 (the same file)   a c [note for r3]
 * </pre>
 */
final class Sweep {
    /** A digest of dropped exchanges is at most this part of them, or so many tokens; usually it is smaller. */
    private static final double DIGEST_PART = 0.25;

    private static final double USUAL_DIGEST_PART = 0.15;

    private static final long DIGEST_TOKENS = 300;
    private static final long MOST_DIGEST_CHARACTERS = 60_000;

    /** Dropping exchanges must free so many tokens, and this part of them: the model's own words are worth more. */
    private static final long LEAST_FREED_TOKENS = 200;

    private static final double LEAST_FREED = 0.3;

    /** Tokens of a note. */
    private static final long NOTE_TOKENS = 40;

    private final Scene scene;
    private final Chain chain;
    private final Sight sight;
    private final Fates fates;
    private final Vocabulary vocabulary;
    private final Decision.Draft draft = new Decision.Draft();
    private int firstChanged = Integer.MAX_VALUE;

    private Sweep(Scene scene, Fates fates, Vocabulary vocabulary) {
        this.scene = scene;
        this.chain = scene.chain();
        this.sight = scene.sight();
        this.fates = fates;
        this.vocabulary = vocabulary;
    }

    /**
     * What came of it.
     *
     * @param firstChanged the first piece that reads otherwise than before; behind all pieces if none does
     */
    record Swept(Decision.Draft draft, int firstChanged) {}

    /** Gives each piece its fate. */
    static Swept run(Scene scene, Fates fates) {
        return run(scene, fates, new Vocabulary(scene.chain()));
    }

    /** The same with a vocabulary of the scene's chain, of which nothing was given yet. */
    static Swept run(Scene scene, Fates fates, Vocabulary vocabulary) {
        Sweep sweep = new Sweep(scene, fates, vocabulary);
        sweep.drop();
        for (int i = 0; i < fates.size(); i++) {
            sweep.write(i);
        }
        return new Swept(sweep.draft, Math.min(sweep.firstChanged, fates.size()));
    }

    /** About as many tokens as are left of a piece. */
    static long guess(Scene scene, int index, Fates fates) {
        Piece piece = scene.chain().piece(index);
        TokenCount count = scene.moment().count();
        long tokens = scene.sight().tokens(index);
        if (fates.isDropped(index)) {
            return Math.round(USUAL_DIGEST_PART * tokens);
        }
        double left = 1 - fates.superseded().part(scene.chain(), index);
        long guess =
                switch (fates.of(index)) {
                    case STAYS -> tokens;
                    case SUPERSEDED -> NOTE_TOKENS + Math.round(left * piece.tokens());
                    case CLEARED -> count.guess(Stub.characters(piece, count.characters(piece.tokens())));
                };
        return Math.min(tokens, guess);
    }

    private void drop() {
        BitSet leaving = new BitSet();
        for (List<Exchanges.Span> group : touching(fates.dropped())) {
            long tokens = group.stream()
                    .mapToLong(span -> Digested.tokens(sight, span))
                    .sum();
            long most = scene.moment().count().characters(Math.max(DIGEST_TOKENS, Math.round(DIGEST_PART * tokens)));
            Digested.of(scene, group, leaving, vocabulary, (int) Math.min(most, MOST_DIGEST_CHARACTERS))
                    .filter(one -> one.won() >= Math.max(LEAST_FREED_TOKENS, LEAST_FREED * tokens))
                    .ifPresent(one -> {
                        one.replace(scene, /* isOld= */ true, draft);
                        leaving.set(one.span().first(), one.span().last() + 1);
                        firstChanged = Math.min(firstChanged, one.span().first());
                    });
        }
    }

    /** Spans that touch, together, as far as a message of ours may stand behind them. */
    private List<List<Exchanges.Span>> touching(List<Exchanges.Span> spans) {
        List<List<Exchanges.Span>> groups = new ArrayList<>();
        for (Exchanges.Span span : spans) {
            boolean touches = !groups.isEmpty() && groups.getLast().getLast().last() + 1 == span.first();
            if (!touches) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(span);
        }
        for (List<Exchanges.Span> group : groups) {
            while (!group.isEmpty() && !Exchanges.mayOpen(chain, group.getLast().last() + 1)) {
                group.removeLast();
            }
        }
        groups.removeIf(List::isEmpty);
        return groups;
    }

    private void write(int index) {
        if (sight.isHidden(index)) {
            return;
        }
        switch (fates.of(index)) {
            case STAYS -> {}
            case SUPERSEDED -> supersede(index);
            case CLEARED -> clear(index);
        }
    }

    private void supersede(int index) {
        String text = chain.piece(index).isCall()
                ? Stub.emptied(chain.text(index))
                : Stub.superseded(chain, index, fates.superseded().lines(index));
        Hash later = chain.piece(fates.superseded().later(index)).node();
        say(index, Edit.Manner.SUPERSEDE, text, Optional.of(later));
    }

    /** Of a read that was shown again whole, no names are told: those of the later read are. */
    private void clear(int index) {
        boolean isBare = isSuperseded(index) && sight.tokens(index) <= Ages.SMALL_TOKENS;
        String text = isBare ? Stub.bare(chain, index) : Stub.of(chain, index, vocabulary, this::isReadable);
        say(index, Edit.Manner.CLEAR, text, Optional.empty());
    }

    private boolean isSuperseded(int index) {
        Edit.Reword reword = sight.reword(index);
        return reword != null && reword.manner() == Edit.Manner.SUPERSEDE;
    }

    /** Whether another piece will still show what it holds. */
    private boolean isReadable(int other) {
        return sight.isWhole(other) && fates.stays(other);
    }

    /**
     * Puts a text in the place of a piece, if it is shorter than what stands there. A note that leads to a later piece
     * does not outlive that one, however long it is.
     */
    private void say(int index, Edit.Manner manner, String text, Optional<Hash> later) {
        long tokens = scene.tokens(text);
        if (tokens < sight.tokens(index) || (manner == Edit.Manner.CLEAR && isSuperseded(index))) {
            Edit.Reword reword = new Edit.Reword(chain.piece(index).node(), manner, draft.text(text), tokens, later);
            draft.add(reword);
            sight.reword(index, reword);
            firstChanged = Math.min(firstChanged, index);
        }
    }
}
