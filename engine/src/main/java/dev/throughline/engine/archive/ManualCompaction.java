package dev.throughline.engine.archive;

import dev.throughline.workingset.edit.DecisionReason;
import java.util.Optional;

/**
 * What was requested and done about compactions by hand in a session. Computed from its entries, so it is the same
 * after a restart.
 *
 * @param requested the newest request that is not settled yet
 * @param isDone whether the history was replaced because of an earlier request
 */
public record ManualCompaction(Optional<Entry.CompactionRequested> requested, boolean isDone) {
    public static final ManualCompaction NONE = new ManualCompaction(Optional.empty(), /* isDone= */ false);

    ManualCompaction after(Entry.CompactionRequested request) {
        return new ManualCompaction(Optional.of(request), isDone);
    }

    ManualCompaction after(Entry.Edited edited) {
        return edited.why().trigger() == DecisionReason.Trigger.MANUAL
                ? new ManualCompaction(
                        Optional.empty(), isDone || !edited.edits().isEmpty())
                : this;
    }
}
