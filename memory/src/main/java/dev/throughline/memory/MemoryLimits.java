package dev.throughline.memory;

import dev.throughline.memory.consolidate.StageOne;
import dev.throughline.memory.consolidate.StageTwo;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.project.WorkspaceMemory;

/**
 * When memory is written, and how much of it is shown.
 *
 * @param extractEveryTurns topics are extracted every so many turns of a person
 * @param stageOne which sessions consolidation reads
 * @param stageTwo what consolidation merges, and when
 * @param shown how much of a workspace is shown
 */
public record MemoryLimits(
        Flush.Limits flush,
        int extractEveryTurns,
        SessionNotes.Limits notes,
        StageOne.Limits stageOne,
        StageTwo.Limits stageTwo,
        WorkspaceMemory.Limits shown) {
    public static final MemoryLimits DEFAULT = new MemoryLimits(
            Flush.Limits.DEFAULT,
            1,
            SessionNotes.Limits.DEFAULT,
            StageOne.Limits.DEFAULT,
            StageTwo.Limits.DEFAULT,
            WorkspaceMemory.Limits.DEFAULT);
}
