package dev.throughline.engine.edit;

import dev.throughline.model.Hash;
import dev.throughline.wire.Item;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects calls of local tools and their results. The client does not know these items, so they are not part of the
 * chain: the items after them have the same nodes as in the client's history.
 *
 * <pre>
 *   items   u   c (local)  r (local)  a
 *   nodes   n1  n1+c       n1+r       n2 = n1+a
 * </pre>
 *
 * <p>Receives the items of a history in order. Not safe for use by many threads.
 */
public final class LocalCalls {
    private final Set<String> callIds = new HashSet<>();

    /** The decision to insert answered calls after a node in all later requests. */
    public static Decision restoreDecision(Hash leaf, String hidden) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Insert(leaf, draft.text(hidden), hidden.length() / 4));
        return draft.because(
                DecisionReason.added(0, 0, "The model called one of Throughline's tools, and the gateway answered."));
    }

    void addAll(LocalCalls other) {
        callIds.addAll(other.callIds);
    }

    /**
     * Whether an item is a local call or its result. Remembers the id of a local call, to detect its result.
     *
     * @param tools the names of the local tools
     */
    public boolean isLocal(Item item, List<String> tools) {
        if (item.tool().map(tools::contains).orElse(false)) {
            item.call().ifPresent(callIds::add);
        }
        return item.call().map(callIds::contains).orElse(false);
    }
}
