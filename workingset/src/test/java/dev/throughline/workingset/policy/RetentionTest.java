package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
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
    private static String planned(TestConversation conversation, double part) {
        Chain chain = conversation.chain();
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

    private static String planned(TestConversation conversation) {
        return planned(conversation, 1);
    }

    private static TestConversation then(TestConversation conversation, int commands) {
        for (int i = 0; i < commands; i++) {
            conversation.call("Bash", "later " + i).result("ok");
        }
        return conversation;
    }

    @Test
    void output_is_removed_after_twelve_turns_and_a_failure_after_twenty() {
        TestConversation conversation = new TestConversation()
                .call("Bash", "make")
                .result(TestConversation.lines("a", 20))
                .call("Bash", "make")
                .result(TestConversation.lines("b", 20), Piece.Trait.ERROR);
        assertEquals("....", planned(then(conversation, 9)).substring(0, 4));
        assertEquals(".x..", planned(then(conversation, 1)).substring(0, 4));
        assertEquals(".x.x", planned(then(conversation, 10)).substring(0, 4));
    }

    @Test
    void a_file_stays_whole_until_nobody_touched_it_for_long() {
        TestConversation conversation =
                new TestConversation().call("Read", "a.go").result(TestConversation.lines("a", 50));
        assertEquals("..", planned(then(conversation, 38)).substring(0, 2));
        assertEquals(".x", planned(then(conversation, 1)).substring(0, 2));
        assertEquals(
                "..",
                planned(then(conversation.call("Edit", "a.go").result("ok"), 8)).substring(0, 2));
    }

    /** The plan for a file that was read long ago and patched later. */
    private static String afterPatch(String read, String... patched) {
        TestConversation conversation =
                then(new TestConversation().call("Read", read).result(TestConversation.lines("a", 50)), 30);
        String files = Stream.of(patched)
                .map(file -> "*** Update File: " + file + "\n@@\n-a\n+b\n")
                .collect(Collectors.joining());
        conversation
                .call("Bash", "apply_patch <<'EOF'\n*** Begin Patch\n" + files + "*** End Patch\nEOF")
                .result("ok");
        return planned(then(conversation, 18)).substring(0, 2);
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
    void results_about_a_file_are_as_recent_as_its_last_use() {
        TestConversation conversation =
                then(new TestConversation().call("Read", "a.go").result("ok"), 10);
        conversation.call("Grep", "a.go").result(TestConversation.lines("a", 20));
        assertEquals('.', planned(then(conversation, 9)).charAt(23));
        assertEquals('x', planned(then(conversation, 3)).charAt(23));
    }

    @Test
    void an_older_read_is_superseded_at_once_but_for_the_newest_results() {
        TestConversation conversation = new TestConversation()
                .call("Read", "a.go")
                .result(TestConversation.lines("a", 50))
                .call("Read", "a.go")
                .result(TestConversation.lines("a", 50));
        assertEquals("....", planned(conversation).substring(0, 4));
        assertEquals(".n..", planned(then(conversation, 7)).substring(0, 4));
    }

    @Test
    void late_in_a_session_results_stay_half_as_long() {
        TestConversation conversation =
                then(new TestConversation(), 60).call("Bash", "make").result(TestConversation.lines("a", 20));
        assertEquals('.', planned(then(conversation, 6)).charAt(121));
        assertEquals('x', planned(then(conversation, 2)).charAt(121));
    }

    @Test
    void calls_stay_as_they_are_and_go_with_their_exchange() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .write("a.go", TestConversation.lines("a", 200))
                .result("ok");
        assertEquals("...", planned(then(conversation, 68)).substring(0, 3));
        assertEquals(".dd", planned(then(conversation, 2)).substring(0, 3));
        assertEquals(
                "...",
                planned(then(conversation.call("Edit", "a.go").result("ok"), 9)).substring(0, 3),
                "it is in use");
    }

    @Test
    void older_todo_lists_go_at_once_and_the_newest_stays() {
        String[] items = TestConversation.lines("task", 30).split("\n");
        TestConversation conversation = new TestConversation()
                .todo(items)
                .result(TestConversation.lines("done", 20))
                .todo(items)
                .result(TestConversation.lines("done", 20));
        assertEquals("nx..", planned(then(conversation, 8)).substring(0, 4));
    }

    @Test
    void the_newest_eight_results_and_the_newest_exchange_stay_whatever_their_age() {
        TestConversation conversation = SampleConversations.commands(12, 20);
        String fates = planned(conversation, 0.01);
        assertEquals(".", fates.substring(0, 1));
        assertEquals("dddddddd", fates.replace(".", ""));
        assertEquals(".".repeat(16), fates.substring(9));
    }

    @Test
    void texts_reasoning_and_small_results_are_never_removed_alone() {
        TestConversation conversation = new TestConversation()
                .user(TestConversation.lines("user", 50))
                .reasoning(TestConversation.lines("thought", 50))
                .assistant(TestConversation.lines("said", 50))
                .call("Bash", "ls")
                .result("ok")
                .result(TestConversation.lines("fixed", 50), Piece.Trait.FIXED);
        assertEquals("......", planned(then(conversation, 60)).substring(0, 6));
    }
}
