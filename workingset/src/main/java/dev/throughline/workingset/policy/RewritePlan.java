package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** What a rewrite does with each piece of a chain: results one by one, and whole exchanges. */
final class RewritePlan {
    /** What becomes of one piece. */
    enum Action {
        KEEP,
        /** Of a file that was read, only the lines stay that no later read shows; of an older todo list, nothing. */
        SUPERSEDE,
        /** A stub takes its place. */
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

    /** What later pieces show of those that are superseded. */
    SupersededContent superseded() {
        return superseded;
    }

    /** Lets a whole exchange become part of a digest; exchanges are given in their order. */
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

    /** Whether a piece cannot be read afterwards. */
    boolean removes(int index) {
        return actions[index] == Action.CLEAR || dropped.get(index);
    }

    /** Lets no rewrite begin behind a piece and up to a later one, as both have to go together. */
    void bind(int index, int later) {
        bound.set(index + 1, later + 1);
    }

    /** Whether a piece changes and all before it may stay: an exchange goes as a whole. */
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

    /** Keeps all exchanges; single results may still go. */
    void keepExchanges() {
        exchanges.clear();
        dropStarts.clear();
        dropped.clear();
    }

    boolean isEmpty() {
        return exchanges.isEmpty() && Arrays.stream(actions).allMatch(action -> action == Action.KEEP);
    }
}
