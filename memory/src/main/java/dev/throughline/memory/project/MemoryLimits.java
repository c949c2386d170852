package dev.throughline.memory.project;

import dev.throughline.memory.consolidate.StageOne;
import dev.throughline.memory.consolidate.StageTwo;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.PageExcerpt;

/**
 * The numbers of memory: when it is written, and how much of it is shown.
 *
 * @param extractEveryTurns topics are learnt after each so many turns of a person
 * @param topics how many a turn is shown at most
 * @param excerpt how much of a page an agent reads at once
 * @param reading which sessions are read for consolidation
 * @param merging what consolidation merges, and when
 */
public record MemoryLimits(
        Flush.Limits flush,
        int extractEveryTurns,
        SessionNotes.Limits notes,
        StageOne.Limits reading,
        StageTwo.Limits merging,
        SessionStartBlock.Limits opening,
        TopicManifest.Limits manifest,
        int topics,
        PageExcerpt.Limits excerpt) {
    public static final MemoryLimits DEFAULT = new MemoryLimits(
            Flush.Limits.DEFAULT,
            1,
            SessionNotes.Limits.DEFAULT,
            StageOne.Limits.DEFAULT,
            StageTwo.Limits.DEFAULT,
            SessionStartBlock.Limits.DEFAULT,
            TopicManifest.Limits.DEFAULT,
            5,
            PageExcerpt.Limits.DEFAULT);
}
