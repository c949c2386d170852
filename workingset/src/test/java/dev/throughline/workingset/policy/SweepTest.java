package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class SweepTest {
    private static Policy sweep(Map<Integer, Fate> wanted, Consumer<Fates> more) {
        return scene -> {
            Fates fates = Fates.none(scene.chain(), Superseded.in(scene.chain(), scene.sight()));
            wanted.forEach(fates::set);
            more.accept(fates);
            long before = scene.total();
            Decision.Draft draft = Sweep.run(scene, fates).draft();
            return draft.isEmpty()
                    ? List.of()
                    : List.of(draft.because(new Why(Why.Trigger.WARM, before, scene.total(), 0, 0, 0, "")));
        };
    }

    private static Policy sweep(Map<Integer, Fate> wanted) {
        return sweep(wanted, _ -> {});
    }

    @Test
    void of_an_older_read_only_the_lines_stay_that_no_later_one_shows() {
        String file = Talk.lines("file", 200);
        Given given = Given.talk(new Talk()
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(file.lines()
                        .skip(50)
                        .limit(100)
                        .reduce((a, b) -> a + "\n" + b)
                        .orElseThrow()));
        given.decide(sweep(Map.of(1, Fate.SUPERSEDED)));
        assertEquals("c N c r", given.picture());
        assertTrue(
                given.text(1)
                        .contains("file line 65 says something of its own\n"
                                + "[70 lines not shown: read again below]\nfile line 136 says"),
                given.text(1));
    }

    @Test
    void an_older_read_that_is_shown_again_becomes_a_note() {
        String file = Talk.lines("file", 200);
        Given given = Given.talk(new Talk()
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(file + "\nand more"));
        given.decide(sweep(Map.of(1, Fate.SUPERSEDED)));
        assertTrue(given.text(1).startsWith("[output cut: Read a.go; read again below; "), given.text(1));
    }

    @Test
    void an_older_todo_list_is_empty_and_its_call_as_the_model_made_it() {
        String[] items = Talk.lines("task", 30).split("\n");
        Given given = Given.talk(new Talk().todo(items).result("ok").todo(items).result("ok"));
        given.decide(sweep(Map.of(0, Fate.SUPERSEDED)));
        assertEquals("C r c r", given.picture());
        assertEquals("{\"todos\":[]}", given.text(0));
    }

    @Test
    void exchanges_that_touch_become_one_digest() {
        Talk talk = GivenTalks.commands(6, 40);
        Given given = Given.talk(talk);
        given.decide(sweep(Map.of(), fates -> {
            fates.drop(new Exchanges.Span(1, 2));
            fates.drop(new Exchanges.Span(3, 4));
            fates.drop(new Exchanges.Span(7, 8));
        }));
        assertEquals("u [ c r [ c r c r", given.picture());
        assertTrue(given.block(1).startsWith("[4 earlier messages cut; "), given.block(1));
    }

    @Test
    void a_note_that_would_be_longer_is_not_written() {
        Given given = Given.talk(new Talk()
                .call("Bash", "ls")
                .result("one\ntwo")
                .call("Read", "a")
                .result("three"));
        assertEquals(List.of(), given.sent().decide(sweep(Map.of(1, Fate.CLEARED, 3, Fate.CLEARED))));
        assertEquals("c r c r", given.picture());
    }
}
