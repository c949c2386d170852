package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SweepTest {
    private static final Policy GATE = scene -> new Arrival(2_000).decide(scene).stream().toList();
    private static final String FILE = Talk.lines("file", 60);

    private static Policy sweep(Map<Integer, Fate> wanted) {
        return scene -> {
            Fate[] fates = new Fate[scene.chain().size()];
            Arrays.fill(fates, Fate.STAYS);
            wanted.forEach((index, fate) -> fates[index] = fate);
            long before = scene.total();
            Decision.Draft draft = Sweep.run(scene, fates).draft();
            return draft.isEmpty()
                    ? List.of()
                    : List.of(draft.because(new Why(Why.Trigger.ASKED, before, scene.total(), 0, 0, 0, "")));
        };
    }

    private static Given reads(int count) {
        Talk talk = new Talk().user("Mend it.");
        for (int i = 0; i < count; i++) {
            talk.call("Read", "a.go").result(FILE);
        }
        Given given = Given.talk(talk);
        given.decide(GATE);
        return given;
    }

    @Test
    void what_pointed_to_a_cleared_result_gets_its_lines_back() {
        Given given = reads(3);
        assertEquals("u c r c R c R", given.picture());
        given.decide(sweep(Map.of(2, Fate.CLEARED)));
        assertEquals("u c ▪ c r c R", given.picture());
        assertEquals(FILE, given.text(4));
    }

    @Test
    void a_stub_that_would_be_longer_is_not_made() {
        Given given = Given.talk(new Talk().call("Bash", "ls").result("one\ntwo").call("Read", "a").result("three"));
        assertEquals(List.of(), given.sent().decide(sweep(Map.of(1, Fate.CLEARED, 2, Fate.CLEARED))));
        assertEquals("c r c r", given.picture());
    }

    @Test
    void a_file_keeps_its_regions_and_nothing_points_into_them() {
        String file = "package a\n" + Talk.lines("before", 60) + "\nint parseHeader = 1;\n" + Talk.lines("after", 60);
        Given given = Given.talk(
                new Talk().user("Mend parseHeader.").call("Read", "a.go").result(file).call("Read", "a.go").result(file));
        given.decide(GATE);
        given.decide(sweep(Map.of(2, Fate.REGIONS)));
        assertEquals("u c S c r", given.picture());
    }

    @Test
    void long_arguments_of_a_call_are_cleared_and_a_read_of_them_comes_back() {
        Given given = Given.talk(
                new Talk().user("Go.").write("a.go", FILE).result("ok").call("Read", "a.go").result(FILE).says("Done."));
        given.decide(GATE);
        assertEquals("u c r c R a", given.picture());
        given.decide(sweep(Map.of(1, Fate.CLEARED)));
        assertEquals("u C r c r a", given.picture());
    }
}
