package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MendingTest {
    private static final Policy MEND = scene -> Mending.decide(scene).stream().toList();
    private static final String FILE = Talk.lines("file", 60);

    private static Given branch() {
        Given given = Given.talk(
                new Talk().user("Go.").call("Read", "a").result(FILE).call("Read", "a").result(FILE).says("Done."));
        given.decide(scene -> new Arrival(20_000).decide(scene).stream().toList());
        return given;
    }

    @Test
    void lines_come_back_when_another_branch_cleared_what_they_point_to() {
        Given given = branch();
        assertEquals("u c r c R a", given.picture());
        given.accept(new Edit.Reword(given.chain().piece(2).node(), Edit.Manner.CLEAR, given.text("stub"), 7, List.of()));
        given.sent().decide(MEND);
        assertEquals("u c ▪ c r a", given.picture());
        assertEquals(FILE, given.text(4));
    }

    @Test
    void pointers_that_stand_are_left_alone() {
        Given given = branch();
        Sight before = given.sight();
        assertEquals(List.of(), given.decide(MEND));
        assertEquals(before.total(), given.sight().total());
    }
}
