package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Talk;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RestoringTest {
    private static final Policy RESTORE =
            scene -> Restoring.decide(scene).stream().toList();

    private static final String FILE = Talk.lines("file", 60);
    private static final String[] LIST = Talk.lines("to do", 20).split("\n", -1);

    /** A file that was read and a list that was written. */
    private static Talk once() {
        return new Talk()
                .user("Mend it.")
                .call("Read", "a.go")
                .result(FILE)
                .todo(LIST)
                .result("ok");
    }

    private static Talk twice() {
        return once().call("Read", "a.go").result(FILE).todo(LIST).result("ok");
    }

    private static Given superseded() {
        Talk talk = twice();
        for (int i = 0; i < 9; i++) {
            talk.call("Bash", "make " + i).result("ok");
        }
        Given given = Given.talk(talk).sent().cold();
        given.decide(new Auto(Auto.Settings.USUAL));
        return given;
    }

    @Test
    void a_branch_that_ends_before_the_later_item_gets_back_what_was_left_to_it() {
        Given given = superseded();
        assertEquals("u c N C r c r c r", given.picture().substring(0, 17));
        Given branch = given.branch(once().user("Try something else."));
        assertEquals("u c N C r u", branch.picture());
        branch.decide(RESTORE);
        assertEquals("u c r c r u", branch.picture());
        assertEquals(FILE, branch.text(2));
    }

    @Test
    void a_branch_that_has_the_later_item_stays_as_it_is() {
        Given branch = superseded().branch(twice().user("Try something else."));
        assertEquals(List.of(), branch.decide(RESTORE));
        assertEquals("u c N C r c r c r u", branch.picture());
    }
}
