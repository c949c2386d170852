package dev.throughline.memory.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MemoryBlockBuilderTest {
    private static final LocalDate DAY = LocalDate.parse("2026-04-05");
    private static final MemoryPath LOG = new MemoryPath("memory/2026-04-05.md");

    private static MemoryBlockBuilder block(long tokens, long room) {
        return new MemoryBlockBuilder(
                MemoryLimits.DEFAULT.sessionStart(), new SessionStartBlock.PromptSize(tokens, room));
    }

    private static LearntFact fact(String text) {
        return LearntFact.of(LOG, "- " + text + " (2026-04-05, 00000001/ab12cd34)")
                .orElseThrow();
    }

    @Test
    void a_line_about_work_pays_for_the_frames_that_are_there_for_it_alone() {
        LearntFact work = fact("Worked on: the lexer.");
        int cost = MemoryBlockBuilder.cost(work.shown());
        int frame = MemoryBlockBuilder.FRAME_TOKENS;
        assertFalse(block(100L * (cost + 2 * frame) - 1, 10_000).addWork(work, /* isPageShown= */ false));
        MemoryBlockBuilder block = block(100L * (cost + 2 * frame), 10_000);
        assertTrue(block.addWork(work, /* isPageShown= */ false), "the page and the block");
        assertFalse(block.addWork(fact("Worked on: the parser."), /* isPageShown= */ true), "nothing is left");
        MemoryBlockBuilder other = block(100L * cost, 10_000);
        other.addBeginning(new MemoryBlock.BlockPart(MemoryPath.MEMORY, "2026-04-05", "- Mine.\n"));
        assertFalse(other.addWork(work, /* isPageShown= */ false), "the page");
        assertTrue(other.addWork(work, /* isPageShown= */ true), "neither");
    }

    @Test
    void the_cost_of_a_line_includes_escapes() {
        assertTrue(MemoryBlockBuilder.cost("<a".repeat(10)) > MemoryBlockBuilder.cost("aa".repeat(10)));
    }

    @Test
    void a_part_is_cut_to_the_room_and_left_out_where_there_is_hardly_any() {
        MemoryBlock.BlockPart part =
                new MemoryBlock.BlockPart(MemoryPath.SUMMARY, "2026-04-05", "- A line of a page.\n".repeat(100));
        MemoryBlockBuilder block = block(1_000, 200);
        block.addBeginning(part);
        assertEquals(24 + 4, block.build().orElseThrow().text().lines().count());
        MemoryBlockBuilder tight = block(1_000, 3L * MemoryBlockBuilder.FRAME_TOKENS - 1);
        tight.addBeginning(part);
        assertEquals(Optional.empty(), tight.build());
    }

    @Test
    void lines_cut_off_a_curated_page_supersede_nothing() {
        MemoryBlockBuilder block = block(1_000, 200);
        String page = "- A line of a page.\n".repeat(100) + "- The staging port is 9090.\n";
        block.readCurated(page);
        block.addCurated(new MemoryBlock.BlockPart(MemoryPath.MEMORY, "2026-04-05", page));
        assertFalse(block.isSuperseded("- The staging port is 8080.", DAY), "a person's line");
        assertFalse(block.isNew(fact("The staging port is 8080.")), "a learnt one that is known to be outdated");
    }

    @Test
    void facts_are_added_once_and_within_their_limit() {
        MemoryBlockBuilder block = block(1_000, 10_000);
        LearntFact fact = fact("We release on Thursdays.");
        assertTrue(block.isNew(fact) && block.hasRoomFor(fact));
        block.addKnown(fact);
        assertFalse(block.isNew(fact("User: We release on Thursdays.")));
        LearntFact longest = fact("x".repeat(240));
        for (int i = 0; i < 7; i++) {
            assertTrue(block.hasRoomFor(longest), "fact " + i);
            block.addKnown(longest);
        }
        assertFalse(block.hasRoomFor(longest));
    }
}
