package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Change;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.parts.Matching;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts hidden calls back into a Responses history. Every item is an element there, so nothing of the client's changes;
 * calls stand where the model wrote them, and their outputs behind the last item of the round.
 *
 * <pre>
 *   client    A,                    B, call c,            output c
 *   sent      A, local, output,     B, local 2, call c, output 2,   output c
 * </pre>
 */
final class ResponsesPutBack {
    private final int first;
    private final Matching matching;
    private final List<Change> changes = new ArrayList<>();

    private ResponsesPutBack(int first, Matching matching) {
        this.first = first;
        this.matching = matching;
    }

    /** The changes; {@code matching} found the items from the element {@code first} on. */
    static List<Change> of(int first, Matching matching, Hidden hidden) {
        ResponsesPutBack back = new ResponsesPutBack(first, matching);
        int from = 0;
        for (Stretch round : hidden.rounds()) {
            for (Pair pair : round.pairs()) {
                back.insert(from + pair.after(), pair.call());
            }
            from += round.seen().size();
            for (Pair pair : round.pairs()) {
                back.insert(from, pair.result());
            }
        }
        return back.changes;
    }

    /** Inserts behind the last of the first {@code count} things that is there. */
    private void insert(int count, Bytes element) {
        int last = -1;
        for (int place :
                matching.places().subList(0, Math.min(count, matching.places().size()))) {
            last = Math.max(last, place);
        }
        changes.add(new Change.InsertAfter(first + last, element));
    }
}
