package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.fragment.Stub;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Carries out a {@link RewritePlan}.
 *
 * <pre>
 *   before   a c r   a c r1 (file)          a c r2 (the same file)   a c r3 (output)
 *   after    [digest]  a c [superseded r1]  a c r2 (the same file)   a c [note for r3]
 * </pre>
 */
final class Rewriter {
    /** The largest digest, as a part of the dropped exchanges. */
    private static final double DIGEST_PART = 0.25;

    private static final double USUAL_DIGEST_PART = 0.15;

    private static final long DIGEST_TOKENS = 300;
    private static final long MAX_DIGEST_CHARACTERS = 60_000;

    /** Dropping exchanges must save at least this much, because the model's own texts are valuable. */
    private static final long MIN_FREED_TOKENS = 200;

    private static final double MIN_FREED = 0.3;

    private static final long NOTE_TOKENS = 40;

    private final PolicyDraft draft;
    private final Chain chain;
    private final WorkingSet set;
    private final RewritePlan plan;
    private final RareNames names;

    private Rewriter(PolicyDraft draft, RewritePlan plan, RareNames names) {
        this.draft = draft;
        this.chain = draft.chain();
        this.set = draft.workingSet();
        this.plan = plan;
        this.names = names;
    }

    static void run(PolicyDraft draft, RewritePlan plan) {
        run(draft, plan, new RareNames(draft.chain()));
    }

    static void run(PolicyDraft draft, RewritePlan plan, RareNames names) {
        Rewriter rewriter = new Rewriter(draft, plan, names);
        rewriter.drop();
        for (int i = 0; i < plan.size(); i++) {
            if (!rewriter.set.isHidden(i)) {
                switch (plan.action(i)) {
                    case KEEP -> {}
                    case SUPERSEDE -> rewriter.supersede(i);
                    case CLEAR -> rewriter.clear(i);
                }
            }
        }
    }

    /** An estimate of the tokens that will be left of a piece. */
    static long estimate(PolicyInput input, int index, RewritePlan plan) {
        Piece piece = input.chain().piece(index);
        TokenCount count = input.state().count();
        long tokens = input.workingSet().tokens(index);
        if (plan.isDropped(index)) {
            return Math.round(USUAL_DIGEST_PART * tokens);
        }
        double left = 1 - plan.superseded().part(input.chain(), index);
        long estimate =
                switch (plan.action(index)) {
                    case KEEP -> tokens;
                    case SUPERSEDE -> NOTE_TOKENS + Math.round(left * piece.tokens());
                    case CLEAR -> count.guess(Stub.characters(piece, count.characters(piece.tokens())));
                };
        return Math.min(tokens, estimate);
    }

    private void drop() {
        BitSet replaced = new BitSet();
        for (List<PieceRange> group : Exchanges.adjacent(plan.droppedExchanges())) {
            while (!group.isEmpty()
                    && !Exchanges.mayPutMessageAt(chain, group.getLast().last() + 1)) {
                group.removeLast();
            }
            if (!group.isEmpty()) {
                drop(group, replaced);
            }
        }
    }

    private void drop(List<PieceRange> group, BitSet replaced) {
        long tokens = set.tokens(Exchanges.joined(group));
        long max = draft.state().count().characters(Math.max(DIGEST_TOKENS, Math.round(DIGEST_PART * tokens)));
        int characters = (int) Math.min(max, MAX_DIGEST_CHARACTERS);
        ExchangeDigest.of(draft.current(), group, replaced, names, characters)
                .filter(digest -> digest.freed() >= Math.max(MIN_FREED_TOKENS, MIN_FREED * tokens))
                .ifPresent(digest -> {
                    digest.replace(draft, /* isOld= */ true);
                    replaced.set(digest.range().first(), digest.range().last() + 1);
                });
    }

    private void supersede(int index) {
        String text = chain.piece(index).isCall()
                ? Stub.emptied(chain.text(index))
                : Stub.superseded(chain, index, plan.superseded().lines(index));
        Hash later = chain.piece(plan.superseded().later(index)).node();
        reword(index, Edit.RewordKind.SUPERSEDE, text, Optional.of(later));
    }

    /** A read that a later one shows completely gets no names: the stub of the later one has them. */
    private void clear(int index) {
        boolean isShownLater = set.isSuperseded(index) && set.tokens(index) <= Retention.SMALL_TOKENS;
        String text = isShownLater
                ? Stub.withoutNames(chain, index)
                : Stub.of(chain, index, names, this::isReadableAfterwards);
        reword(index, Edit.RewordKind.CLEAR, text, Optional.empty());
    }

    private boolean isReadableAfterwards(int other) {
        return set.isWhole(other) && plan.keeps(other);
    }

    /**
     * Rewords a piece if that makes it shorter. A note that refers to a later piece is always cleared together with
     * that piece.
     */
    private void reword(int index, Edit.RewordKind kind, String text, Optional<Hash> later) {
        long tokens = draft.tokens(text);
        if (tokens < set.tokens(index) || (kind == Edit.RewordKind.CLEAR && set.isSuperseded(index))) {
            draft.reword(index, kind, text, tokens, later);
        }
    }
}
