package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** What becomes of each piece of a chain: of results one by one, and of whole exchanges. */
final class Fates {
    private final Fate[] all;
    private final Superseded superseded;
    private final BitSet dropped = new BitSet();
    private final BitSet starts = new BitSet();
    private final BitSet bound = new BitSet();
    private final List<Exchanges.Span> spans = new ArrayList<>();

    private Fates(Fate[] all, Superseded superseded) {
        this.all = all;
        this.superseded = superseded;
    }

    /** Everything stays. */
    static Fates none(Chain chain, Superseded superseded) {
        Fate[] all = new Fate[chain.size()];
        Arrays.fill(all, Fate.STAYS);
        return new Fates(all, superseded);
    }

    int size() {
        return all.length;
    }

    Fate of(int index) {
        return all[index];
    }

    void set(int index, Fate fate) {
        all[index] = fate;
    }

    /** What a later piece shows of those that are superseded. */
    Superseded superseded() {
        return superseded;
    }

    /** Lets a whole exchange become a part of a digest; later ones behind earlier ones. */
    void drop(Exchanges.Span span) {
        dropped.set(span.first(), span.last() + 1);
        starts.set(span.first());
        spans.add(span);
    }

    boolean isDropped(int index) {
        return dropped.get(index);
    }

    /** The exchanges that go, in order. */
    List<Exchanges.Span> dropped() {
        return spans;
    }

    /** Whether a piece stays as it is. */
    boolean stays(int index) {
        return all[index] == Fate.STAYS && !dropped.get(index);
    }

    /** Whether a piece cannot be read any more. */
    boolean goes(int index) {
        return all[index] == Fate.CLEARED || dropped.get(index);
    }

    /** Lets no rewrite begin behind a piece and up to a later one: what stands at the first goes with the other. */
    void bind(int index, int later) {
        bound.set(index + 1, later + 1);
    }

    /** Whether a piece changes and all before it may stay: an exchange goes as a whole. */
    boolean mayBeginAt(int index) {
        return !stays(index) && !bound.get(index) && (!dropped.get(index) || starts.get(index));
    }

    /** Lets all before a piece stay. */
    void keepBefore(int index) {
        Arrays.fill(all, 0, index, Fate.STAYS);
        List<Exchanges.Span> rest =
                spans.stream().filter(span -> span.first() >= index).toList();
        keepExchanges();
        rest.forEach(this::drop);
    }

    /** Lets all exchanges stay. */
    void keepExchanges() {
        spans.clear();
        starts.clear();
        dropped.clear();
    }

    /** Whether nothing changes. */
    boolean isEmpty() {
        return spans.isEmpty() && Arrays.stream(all).allMatch(fate -> fate == Fate.STAYS);
    }
}
