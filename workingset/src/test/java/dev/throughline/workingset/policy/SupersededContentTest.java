package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.EditLog;
import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SupersededContentTest {
    private static SupersededContent in(TestConversation conversation) {
        Chain chain = conversation.chain();
        return SupersededContent.in(chain, WorkingSet.of(chain.pieces(), new EditLog()));
    }

    /** Numbered lines of a file. */
    private static String numbered(String word, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(line -> "  " + line + "→" + word + " line " + line + " says something of its own")
                .collect(Collectors.joining("\n"));
    }

    private static BitSet range(int from, int to) {
        BitSet set = new BitSet();
        set.set(from, to);
        return set;
    }

    @Test
    void lines_that_a_later_read_of_the_file_shows_are_superseded() {
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(numbered("a", 1, 200))
                .call("Read", "a.go")
                .result(numbered("a", 101, 300)));
        assertEquals(range(100 + SupersededContent.OVERLAP, 200), superseded.lines(1));
        assertFalse(superseded.hasLines(3), "the newest read is shown nowhere else");
    }

    @Test
    void lines_beside_the_end_of_a_later_read_stay() {
        String file = TestConversation.lines("a", 160);
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "sed -n '1,160p' a.go")
                .result(file)
                .call("Bash", "sed -n '41,100p' a.go")
                .result(file.lines().skip(40).limit(60).collect(Collectors.joining("\n"))));
        assertEquals(range(40 + SupersededContent.OVERLAP, 100 - SupersededContent.OVERLAP), superseded.lines(1));
    }

    @Test
    void lines_stay_where_one_later_read_ends_and_another_begins() {
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(numbered("a", 1, 160))
                .call("Read", "a.go")
                .result(numbered("a", 1, 80))
                .call("Read", "a.go")
                .result(numbered("a", 81, 160)));
        BitSet shown = range(0, 160);
        shown.clear(80 - SupersededContent.OVERLAP, 80 + SupersededContent.OVERLAP);
        assertEquals(shown, superseded.lines(1));
    }

    @Test
    void what_was_edited_between_two_reads_is_superseded_with_the_lines_around_it() {
        String before = TestConversation.lines("a", 60);
        String after = before.replace("a line 30 says something of its own", "something else\nand more");
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(before)
                .call("Read", "a.go")
                .result(after));
        assertEquals(range(0, 60), superseded.lines(1));
    }

    @Test
    void places_of_a_file_that_look_alike_are_not_the_same_place() {
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a_test.go")
                .result(blocks(1, 1))
                .call("Read", "a_test.go")
                .result(blocks(49, 2)));
        assertFalse(superseded.hasLines(1));
    }

    /** A test method that begins and ends like all others of its file, with numbered lines. */
    private static String blocks(int first, int block) {
        String lines = TestConversation.lines("set up", 9) + "\n" + TestConversation.lines("test " + block, 30) + "\n"
                + TestConversation.lines("tear down", 9);
        StringBuilder numbered = new StringBuilder();
        int number = first;
        for (String line : lines.split("\n", -1)) {
            numbered.append(numbered.isEmpty() ? "" : "\n")
                    .append(number++)
                    .append('→')
                    .append(line);
        }
        return numbered.toString();
    }

    @Test
    void lines_that_were_moved_by_an_insertion_are_superseded() {
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(numbered("a", 1, 60))
                .call("Edit", "a.go")
                .result("The file has been updated.")
                .call("Read", "a.go")
                .result("1→new\n2→new\n"
                        + numbered("a", 1, 60)
                                .replaceAll("(?m)^  (\\d+)", "$1")
                                .lines()
                                .map(line -> (Integer.parseInt(line.substring(0, line.indexOf('→'))) + 2)
                                        + line.substring(line.indexOf('→')))
                                .collect(Collectors.joining("\n"))));
        assertEquals(range(0, 60), superseded.lines(1));
        assertEquals(5, superseded.later(1));
    }

    @Test
    void another_file_supersedes_nothing_and_neither_does_a_search() {
        String text = TestConversation.lines("a", 60);
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(text)
                .call("Read", "b.go")
                .result(text)
                .call("Bash", "grep -n . a.go")
                .result(text));
        assertFalse(superseded.hasLines(1));
        assertFalse(superseded.hasLines(3));
    }

    @Test
    void a_command_that_prints_a_file_is_a_read() {
        String text = TestConversation.lines("a", 60);
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "cd /repo/src && sed -n '1,60p' a.go")
                .result(text)
                .call("Bash", "cd /repo/src && cat a.go")
                .result(text));
        assertEquals(range(0, 60), superseded.lines(1));
    }

    @Test
    void a_trailer_that_both_reads_have_takes_nothing_with_it() {
        String trailer = "\n" + TestConversation.lines("reminder", 9);
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(numbered("a", 1, 180) + trailer)
                .call("Read", "a.go")
                .result(numbered("a", 1, 150) + trailer));
        assertFalse(superseded.lines(1).get(150), "line 151 stands nowhere else");
        assertFalse(superseded.lines(1).get(179));
        assertTrue(superseded.lines(1).get(149 - SupersededContent.OVERLAP));
    }

    @Test
    void repeated_lines_of_a_file_are_not_a_common_place() {
        String phrase = "\nif err != nil {\n  return err\n}\n\n";
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(TestConversation.lines("a", 20)
                        + phrase
                        + TestConversation.lines("b", 35)
                        + phrase
                        + TestConversation.lines("c", 20))
                .call("Read", "a.go")
                .result(TestConversation.lines("x", 20)
                        + phrase
                        + TestConversation.lines("y", 35)
                        + phrase
                        + TestConversation.lines("z", 20)));
        assertFalse(superseded.hasLines(1));
    }

    @Test
    void lines_that_the_later_read_left_out_stay() {
        String file = TestConversation.lines("a", 180);
        String cut = file.lines().limit(70).reduce((a, b) -> a + "\n" + b).orElseThrow()
                + "\n… 38 lines truncated …\n"
                + file.lines().skip(108).reduce((a, b) -> a + "\n" + b).orElseThrow();
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(cut));
        assertFalse(superseded.lines(1).get(90));
        assertTrue(superseded.lines(1).get(30) && superseded.lines(1).get(150));
    }

    @Test
    void files_of_one_name_in_two_folders_are_two_files() {
        String text = TestConversation.lines("a", 60);
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "cd /repo/a && cat package.json")
                .result(text)
                .call("Bash", "cd /repo/b && cat package.json")
                .result(text));
        assertFalse(superseded.hasLines(1));
    }

    @Test
    void a_relative_path_is_another_file_after_the_shell_went_elsewhere() {
        String text = TestConversation.lines("a", 60);
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "cat pom.xml")
                .result(text)
                .call("Bash", "cd ../other")
                .result("")
                .call("Bash", "cat pom.xml")
                .result(text)
                .call("Bash", "cat pom.xml")
                .result(text));
        assertFalse(superseded.hasLines(1));
        assertTrue(superseded.hasLines(5));
        SupersededContent tool = in(new TestConversation()
                .call("Read", "pom.xml")
                .result(text)
                .call("Bash", "cd web && npm test")
                .result("ok")
                .call("Read", "pom.xml")
                .result(text));
        assertTrue(tool.hasLines(1), "only a shell goes elsewhere");
    }

    @Test
    void a_block_that_the_older_read_shows_twice_stays() {
        String block = TestConversation.lines("block", 30);
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "cat /a.yml")
                .result(block + "\n" + TestConversation.lines("between", 30) + "\n" + block)
                .call("Bash", "sed -n '61,90p' /a.yml")
                .result(block));
        assertFalse(superseded.hasLines(1));
    }

    @Test
    void the_header_of_a_tool_is_no_reason_for_lines_to_stay() {
        String file = TestConversation.lines("a", 60);
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "cat /a.go")
                .result("Chunk ID: 1a\nWall time: 1 s\nOutput:\n" + file)
                .call("Bash", "cat /a.go")
                .result("Chunk ID: 2b\nWall time: 2 s\nOutput:\n" + file));
        assertEquals(range(3, 63), minus(superseded.lines(1), range(0, 3)));
    }

    private static BitSet minus(BitSet lines, BitSet others) {
        BitSet rest = (BitSet) lines.clone();
        rest.andNot(others);
        return rest;
    }

    @Test
    void a_block_that_a_file_holds_twice_is_two_places() {
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.c")
                .result(numbered("", 1, 100).replaceAll("→.*", "→    0,"))
                .call("Read", "a.c")
                .result(numbered("", 401, 500).replaceAll("→.*", "→    0,")));
        assertFalse(superseded.hasLines(1));
    }

    @Test
    void numbers_that_a_file_itself_says_are_no_line_numbers() {
        SupersededContent superseded = in(new TestConversation()
                .call("Bash", "sed -n '1,100p' ids.yml")
                .result(numbered("", 1_001, 1_100).replaceAll(" *(\\d+)→.*", "$1: enabled"))
                .call("Bash", "sed -n '101,200p' ids.yml")
                .result(numbered("", 1_101, 1_200).replaceAll(" *(\\d+)→.*", "$1: enabled")));
        assertFalse(superseded.hasLines(1));
    }

    @Test
    void few_lines_and_failed_reads_are_left_alone() {
        SupersededContent superseded = in(new TestConversation()
                .call("Read", "a.go")
                .result(TestConversation.lines("a", 19))
                .call("Read", "b.go")
                .result(TestConversation.lines("b", 60), Piece.Trait.ERROR)
                .call("Read", "a.go")
                .result(TestConversation.lines("a", 19))
                .call("Read", "b.go")
                .result(TestConversation.lines("b", 60)));
        assertFalse(superseded.hasLines(1));
        assertFalse(superseded.hasLines(3));
    }

    @Test
    void all_todo_lists_but_the_newest_are_superseded() {
        SupersededContent superseded = in(new TestConversation()
                .todo("one")
                .result("ok")
                .todo("one", "two")
                .result("ok")
                .call("Bash", "make")
                .result("ok"));
        assertTrue(superseded.isTodo(0) && superseded.isTodo(1));
        assertFalse(superseded.isTodo(2) || superseded.isTodo(3) || superseded.isTodo(4));
    }
}
