package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Edit.RewordKind;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.fragment.Stub;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The action of a rewrite for each piece of a chain. {@link #apply} makes the edits.
 *
 * <pre>
 *   before   a c r   a c r1 (file)          a c r2 (the same file)   a c r3 (output)
 *   plan     drop    supersede r1           keep                     clear r3
 *   after    [digest]  a c [superseded r1]  a c r2 (the same file)   a c [note for r3]
 * </pre>
 */
final class RewritePlan {
    enum Action {
        KEEP,
        /** Removes the lines of a read that a later read shows, or the items of an older todo list. */
        SUPERSEDE,
        /** Replaces it by a placeholder. */
        CLEAR
    }

    /** The largest digest, as a part of the dropped exchanges. */
    private static final double DIGEST_PART = 0.25;

    private static final double USUAL_DIGEST_PART = 0.15;

    private static final long DIGEST_TOKENS = 300;
    private static final long MAX_DIGEST_CHARACTERS = 60_000;

    /** Dropping exchanges must save at least this much, because the model's own texts are valuable. */
    private static final long MIN_FREED_TOKENS = 200;

    private static final double MIN_FREED = 0.3;

    private static final long NOTE_TOKENS = 40;

    private final Action[] actions;
    private final SupersededContent superseded;
    private final BitSet dropped = new BitSet();
    private final BitSet dropStarts = new BitSet();
    private final BitSet bound = new BitSet();
    private final List<PieceRange> exchanges = new ArrayList<>();

    /** A plan that keeps everything. */
    RewritePlan(Chain chain, SupersededContent superseded) {
        this.actions = new Action[chain.size()];
        this.superseded = superseded;
        Arrays.fill(actions, Action.KEEP);
    }

    int size() {
        return actions.length;
    }

    Action action(int index) {
        return actions[index];
    }

    void set(int index, Action action) {
        actions[index] = action;
    }

    SupersededContent superseded() {
        return superseded;
    }

    /** Drops a whole exchange into a digest. Exchanges have to be added in order. */
    void drop(PieceRange exchange) {
        dropped.set(exchange.first(), exchange.last() + 1);
        dropStarts.set(exchange.first());
        exchanges.add(exchange);
    }

    boolean isDropped(int index) {
        return dropped.get(index);
    }

    boolean keeps(int index) {
        return actions[index] == Action.KEEP && !isDropped(index);
    }

    /** Whether a piece can no longer be read afterwards. */
    boolean removes(int index) {
        return actions[index] == Action.CLEAR || isDropped(index);
    }

    /** Prevents a rewrite from beginning between a piece and a later one, because both are removed together. */
    void bind(int index, int later) {
        bound.set(index + 1, later + 1);
    }

    /** Whether the rewrite may begin with this piece: it changes, and it is not in the middle of an exchange. */
    boolean mayBeginAt(int index) {
        return !keeps(index) && !bound.get(index) && (!isDropped(index) || dropStarts.get(index));
    }

    /** Keeps all pieces before this one. */
    void keepBefore(int index) {
        Arrays.fill(actions, 0, index, Action.KEEP);
        List<PieceRange> rest =
                exchanges.stream().filter(exchange -> exchange.first() >= index).toList();
        keepExchanges();
        rest.forEach(this::drop);
    }

    /** Keeps all exchanges; single results are still removed. */
    void keepExchanges() {
        exchanges.clear();
        dropStarts.clear();
        dropped.clear();
    }

    boolean isEmpty() {
        return exchanges.isEmpty() && Arrays.stream(actions).allMatch(action -> action == Action.KEEP);
    }

    /** An estimate of the tokens that will be left of a piece. */
    long estimate(PolicyInput input, int index) {
        Piece piece = input.chain().piece(index);
        TokenCount count = input.state().count();
        long tokens = input.workingSet().tokens(index);
        if (isDropped(index)) {
            return Math.round(USUAL_DIGEST_PART * tokens);
        }
        double left = 1 - superseded.part(input.chain(), index);
        long estimate =
                switch (actions[index]) {
                    case KEEP -> tokens;
                    case SUPERSEDE -> NOTE_TOKENS + Math.round(left * piece.tokens());
                    case CLEAR -> count.guess(Stub.characters(piece, count.characters(piece.tokens())));
                };
        return Math.min(tokens, estimate);
    }

    void apply(PolicyDraft draft) {
        apply(draft, new RareNames(draft.chain()));
    }

    /** Adds the edits to a draft. An edit that would make nothing shorter is left out. */
    void apply(PolicyDraft draft, RareNames names) {
        BitSet replaced = new BitSet();
        for (List<PieceRange> group : Exchanges.adjacent(exchanges)) {
            while (!group.isEmpty()
                    && !Exchanges.mayPutMessageAt(draft.chain(), group.getLast().last() + 1)) {
                group.removeLast();
            }
            if (!group.isEmpty()) {
                drop(draft, group, replaced, names);
            }
        }
        for (int i = 0; i < actions.length; i++) {
            if (!draft.workingSet().isHidden(i)) {
                switch (actions[i]) {
                    case KEEP -> {}
                    case SUPERSEDE -> supersede(draft, i);
                    case CLEAR -> clear(draft, i, names);
                }
            }
        }
    }

    private static void drop(PolicyDraft draft, List<PieceRange> group, BitSet replaced, RareNames names) {
        long tokens = draft.workingSet().tokens(Exchanges.joined(group));
        long max = draft.state().count().characters(Math.max(DIGEST_TOKENS, Math.round(DIGEST_PART * tokens)));
        int characters = (int) Math.min(max, MAX_DIGEST_CHARACTERS);
        ExchangeDigest.of(draft.current(), group, replaced, names, characters)
                .filter(digest -> digest.freed() >= Math.max(MIN_FREED_TOKENS, MIN_FREED * tokens))
                .ifPresent(digest -> {
                    digest.replace(draft, /* isOld= */ true);
                    replaced.set(digest.range().first(), digest.range().last() + 1);
                });
    }

    private void supersede(PolicyDraft draft, int index) {
        Chain chain = draft.chain();
        String text = chain.piece(index).isCall()
                ? Stub.emptied(chain.text(index))
                : Stub.superseded(chain, index, superseded.lines(index));
        Hash later = chain.piece(superseded.later(index)).node();
        long tokens = draft.tokens(text);
        if (tokens < draft.workingSet().tokens(index)) {
            draft.reword(index, RewordKind.SUPERSEDE, text, tokens, Optional.of(later));
        }
    }

    /**
     * Replaces a piece by a placeholder. A read that a later one shows completely gets no names: the
     * placeholder of the later one has them. A placeholder that refers to a later read is always cleared together with
     * that read.
     */
    private void clear(PolicyDraft draft, int index, RareNames names) {
        WorkingSet set = draft.workingSet();
        boolean isShownLater = set.isSuperseded(index) && set.tokens(index) <= Retention.SMALL_TOKENS;
        String text = isShownLater
                ? Stub.withoutNames(draft.chain(), index)
                : Stub.of(draft.chain(), index, names, other -> set.isWhole(other) && keeps(other));
        long tokens = draft.tokens(text);
        if (tokens < set.tokens(index) || set.isSuperseded(index)) {
            draft.reword(index, RewordKind.CLEAR, text, tokens);
        }
    }
}
