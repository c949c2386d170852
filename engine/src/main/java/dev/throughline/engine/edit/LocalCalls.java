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
 * Tells calls of our own tools, and their results, from those of the client's. Such items stand beside the chain: the
 * client does not know of them, so the nodes behind them are those that the archive knows.
 *
 * <pre>
 *   items   u   c (ours)   r (ours)   a
 *   nodes   n1  n1+c       n1+r       n2 = n1+a
 * </pre>
 *
 * <p>It is shown the items of a history in order. Not safe for use by many threads.
 */
public final class LocalCalls {
    private final Set<String> calls = new HashSet<>();

    /** Calls that were answered after a node are put back there from then on. */
    public static Decision answered(Hash leaf, String hidden) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Insert(leaf, draft.text(hidden), hidden.length() / 4));
        return draft.because(new DecisionReason(
                DecisionReason.Trigger.ASKED,
                0,
                0,
                0,
                0,
                0,
                "The model called one of Throughline's tools, and the gateway answered."));
    }

    /** Knows what another one knows. */
    void addAll(LocalCalls other) {
        calls.addAll(other.calls);
    }

    /** Whether an item is ours; {@code tools} are the names of our tools. */
    public boolean has(Item item, List<String> tools) {
        if (item.tool().map(tools::contains).orElse(false)) {
            item.call().ifPresent(calls::add);
        }
        return item.call().map(calls::contains).orElse(false);
    }
}
