package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.EditLog;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetentionTest {
    /** A letter for each piece: . stays, n superseded, x cleared, d dropped with its exchange. */
    private static String planned(Talk talk, double part) {
        Chain chain = talk.chain();
        RewritePlan plan = Retention.DEFAULT.plan(chain, WorkingSet.of(chain.pieces(), new EditLog()), part);
        return IntStream.range(0, plan.size())
                .mapToObj(index -> plan.isDropped(index)
                        ? "d"
                        : switch (plan.action(index)) {
                            case KEEP -> ".";
                            case SUPERSEDE -> "n";
                            case CLEAR -> "x";
                        })
                .collect(Collectors.joining());
    }

    private static String planned(Talk talk) {
        return planned(talk, 1);
    }

    private static Talk then(Talk talk, int commands) {
        for (int i = 0; i < commands; i++) {
            talk.call("Bash", "later " + i).result("ok");
        }
        return talk;
    }

    @Test
    void output_goes_after_twelve_turns_and_a_failure_after_twenty() {
        Talk talk = new Talk()
                .call("Bash", "make")
                .result(Talk.lines("a", 20))
                .call("Bash", "make")
                .result(Talk.lines("b", 20), Piece.Trait.ERROR);
        assertEquals("....", planned(then(talk, 9)).substring(0, 4));
        assertEquals(".x..", planned(then(talk, 1)).substring(0, 4));
        assertEquals(".x.x", planned(then(talk, 10)).substring(0, 4));
    }

    @Test
    void a_file_stays_whole_until_nobody_touched_it_for_long() {
        Talk talk = new Talk().call("Read", "a.go").result(Talk.lines("a", 50));
        assertEquals("..", planned(then(talk, 38)).substring(0, 2));
        assertEquals(".x", planned(then(talk, 1)).substring(0, 2));
        assertEquals(
                "..", planned(then(talk.call("Edit", "a.go").result("ok"), 8)).substring(0, 2));
    }

    /** What becomes of a file that was read long ago, and patched since. */
    private static String afterPatch(String read, String... patched) {
        Talk talk = then(new Talk().call("Read", read).result(Talk.lines("a", 50)), 30);
        String files = Stream.of(patched)
                .map(file -> "*** Update File: " + file + "\n@@\n-a\n+b\n")
                .collect(Collectors.joining());
        talk.call("Bash", "apply_patch <<'EOF'\n*** Begin Patch\n" + files + "*** End Patch\nEOF")
                .result("ok");
        return planned(then(talk, 18)).substring(0, 2);
    }

    @Test
    void every_file_of_a_patch_is_in_use() {
        assertEquals("..", afterPatch("b.go", "b.go"));
        assertEquals("..", afterPatch("b.go", "a.go", "b.go"));
        assertEquals(".x", afterPatch("b.go", "a.go", "c.go"));
    }

    @ParameterizedTest
    @CsvSource({
        "/repo/src/a.go, src/a.go, ..",
        "src/a.go, /repo/src/a.go, ..",
        "/repo/src/a.go, /other/src/a.go, ..",
        "C:\\repo\\src\\a.go, src/a.go, ..",
        "/repo/src/a.go, lib/a.go, .x",
        "/repo/src/a.go, src/b.go, .x",
        "/repo/src/a.go, a.go, ..",
        "a.go, /repo/src/a.go, ..",
        "/a.go, src/a.go, ..",
        "/repo/src/a.go, b.go, .x",
        "/repo/src/a.go, src, .x"
    })
    void a_file_is_known_again_by_the_end_of_its_path(String read, String patched, String fates) {
        assertEquals(fates, afterPatch(read, patched));
    }

    @Test
    void what_was_said_of_a_file_is_not_older_than_it_is() {
        Talk talk = then(new Talk().call("Read", "a.go").result("ok"), 10);
        talk.call("Grep", "a.go").result(Talk.lines("a", 20));
        assertEquals('.', planned(then(talk, 9)).charAt(23));
        assertEquals('x', planned(then(talk, 3)).charAt(23));
    }

    @Test
    void an_older_read_is_superseded_at_once_but_for_the_newest_results() {
        Talk talk = new Talk()
                .call("Read", "a.go")
                .result(Talk.lines("a", 50))
                .call("Read", "a.go")
                .result(Talk.lines("a", 50));
        assertEquals("....", planned(talk).substring(0, 4));
        assertEquals(".n..", planned(then(talk, 7)).substring(0, 4));
    }

    @Test
    void late_in_a_session_results_stay_half_as_long() {
        Talk talk = then(new Talk(), 60).call("Bash", "make").result(Talk.lines("a", 20));
        assertEquals('.', planned(then(talk, 6)).charAt(121));
        assertEquals('x', planned(then(talk, 2)).charAt(121));
    }

    @Test
    void calls_stay_as_they_are_and_go_with_their_exchange() {
        Talk talk = new Talk().user("Go.").write("a.go", Talk.lines("a", 200)).result("ok");
        assertEquals("...", planned(then(talk, 68)).substring(0, 3));
        assertEquals(".dd", planned(then(talk, 2)).substring(0, 3));
        assertEquals(
                "...", planned(then(talk.call("Edit", "a.go").result("ok"), 9)).substring(0, 3), "it is in use");
    }

    @Test
    void older_todo_lists_go_at_once_and_the_newest_stays() {
        String[] items = Talk.lines("task", 30).split("\n");
        Talk talk = new Talk()
                .todo(items)
                .result(Talk.lines("done", 20))
                .todo(items)
                .result(Talk.lines("done", 20));
        assertEquals("nx..", planned(then(talk, 8)).substring(0, 4));
    }

    @Test
    void the_newest_eight_results_and_the_newest_exchange_stay_whatever_their_age() {
        Talk talk = GivenTalks.commands(12, 20);
        String fates = planned(talk, 0.01);
        assertEquals(".", fates.substring(0, 1));
        assertEquals("dddddddd", fates.replace(".", ""));
        assertEquals(".".repeat(16), fates.substring(9));
    }

    @Test
    void words_thoughts_and_small_things_never_go_alone() {
        Talk talk = new Talk()
                .user(Talk.lines("user", 50))
                .thinks(Talk.lines("thought", 50))
                .says(Talk.lines("said", 50))
                .call("Bash", "ls")
                .result("ok")
                .result(Talk.lines("fixed", 50), Piece.Trait.FIXED);
        assertEquals("......", planned(then(talk, 60)).substring(0, 6));
    }
}
