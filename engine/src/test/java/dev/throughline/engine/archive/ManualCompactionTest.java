package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ManualCompactionTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final Entry.CompactionRequested REQUEST = new Entry.CompactionRequested(NOON, "rest", "the port");
    private static final Edit REPLACE = new Edit.Replace(Entry.ROOT, Entry.ROOT, Hash.of("summary"), 1);

    private static Entry.Edited edited(Trigger trigger, Edit... edits) {
        return new Entry.Edited(
                new Ids(new Random(1)).turn(NOON),
                NOON,
                List.of(edits),
                new DecisionReason(trigger, 9, 3, 0, 0, 0, "Why."));
    }

    @Test
    void a_request_is_open_until_an_edit_by_hand() {
        ManualCompaction open = ManualCompaction.NONE.after(REQUEST);
        assertEquals(new ManualCompaction(Optional.of(REQUEST), false), open);
        assertEquals(open, open.after(edited(Trigger.HARD, REPLACE)), "another compaction does not settle it");
        assertEquals(new ManualCompaction(Optional.empty(), true), open.after(edited(Trigger.MANUAL, REPLACE)));
    }

    @Test
    void a_request_can_be_settled_without_edits() {
        assertEquals(ManualCompaction.NONE, ManualCompaction.NONE.after(REQUEST).after(edited(Trigger.MANUAL)));
    }

    @Test
    void a_later_request_is_open_although_an_earlier_one_is_done() {
        ManualCompaction done = ManualCompaction.NONE.after(edited(Trigger.MANUAL, REPLACE));
        assertEquals(new ManualCompaction(Optional.of(REQUEST), true), done.after(REQUEST));
    }
}
