package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** What a rewrite does with each piece of a chain. */
final class RewritePlan {
    enum Action {
        KEEP,
        /** Removes the lines of a read that a later read shows, or the items of an older todo list. */
        SUPERSEDE,
        /** Replaces it by a stub. */
        CLEAR
    }

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

    List<PieceRange> droppedExchanges() {
        return exchanges;
    }

    boolean keeps(int index) {
        return actions[index] == Action.KEEP && !dropped.get(index);
    }

    /** Whether a piece can no longer be read afterwards. */
    boolean removes(int index) {
        return actions[index] == Action.CLEAR || dropped.get(index);
    }

    /** Prevents that a rewrite begins after a piece and up to a later one, because both are removed together. */
    void bind(int index, int later) {
        bound.set(index + 1, later + 1);
    }

    /** Whether the rewrite may begin with this piece: it changes, and it is not in the middle of an exchange. */
    boolean mayBeginAt(int index) {
        return !keeps(index) && !bound.get(index) && (!dropped.get(index) || dropStarts.get(index));
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
}
