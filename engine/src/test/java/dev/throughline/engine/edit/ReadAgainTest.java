package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalTool;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of a file that an agent reads more than once, in what is sent. */
final class ReadAgainTest {
    private final EditingStand stand = new EditingStand(new Auto(AutoSettings.DEFAULT), 60_000).user("Build it.");

    ReadAgainTest() {
        stand.tools = List.of(new LocalTool("recall", "Brings it back.", Bytes.of("{\"type\":\"object\"}")));
        stand.restart();
        stand.ask();
    }

    /** What is sent for the first time after the provider has forgotten the prompt and some small things were done. */
    private String later() {
        for (int i = 0; i < 9; i++) {
            stand.ran(i, 3).ask();
        }
        stand.now = stand.now.plus(Duration.ofHours(2));
        return stand.ran(9, 3).ask().body().utf8();
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    @Test
    void the_newest_read_of_each_line_stays_and_older_ones_say_where_it_is() {
        stand.read("cat -n a.go | sed -n '1,200p'", 1, 200).ask();
        stand.read("cat -n a.go | sed -n '100,300p'", 100, 300).ask();
        String sent = later();
        assertTrue(sent.contains("[lines 115-200 not shown: read again below]"), sent);
        for (int i = 1; i <= 300; i++) {
            boolean isBesideTheRest = i >= 100 && i < 115;
            assertEquals(isBesideTheRest ? 2 : 1, count(sent, "line " + i + " of the file"), "line " + i);
        }
        assertTrue(sent.contains("cat -n a.go | sed -n '100,300p'"), "calls stay as they came");
        stand.restart();
        assertEquals(sent, stand.ask().body().utf8());
    }

    @Test
    void lines_without_numbers_are_counted() {
        stand.read("cat a.go", 1, 200, "line %d of the file\\n").ask();
        stand.read("sed -n '100,300p' a.go", 100, 300, "line %d of the file\\n").ask();
        String sent = later();
        assertTrue(sent.contains("[86 lines not shown: read again below]"), sent);
        assertEquals(1, count(sent, "line 150 of the file"));
    }

    @Test
    void a_read_that_is_shown_whole_below_becomes_a_note() {
        stand.read("cat a.go", 1, 100).ask();
        stand.read("cat a.go", 1, 100).ask();
        String sent = later();
        assertTrue(sent.contains("[output cut: Bash cat a.go; read again below; "), sent);
        assertEquals(1, count(sent, "line 50 of the file"));
    }

    @Test
    void a_rewind_to_before_the_later_read_gives_the_older_one_back() {
        stand.read("cat a.go", 1, 100).ask();
        int before = stand.messages.size();
        stand.read("cat a.go", 1, 100).ask();
        assertTrue(later().contains("read again below"));
        stand.messages.subList(before, stand.messages.size()).clear();
        String sent = stand.user("Try something else.").ask().body().utf8();
        assertFalse(sent.contains("read again below"), sent);
        assertEquals(1, count(sent, "line 50 of the file"));
        stand.restart();
        assertEquals(sent, stand.ask().body().utf8());
    }

    @Test
    void what_a_rewind_writes_again_the_client_would_have_read_from_the_cache() {
        Function<PromptToSend, Optional<Usage>> cached =
                out -> Optional.of(new Usage(0, out.weight().tokens() - 10, 10, 5));
        stand.read("cat a.go", 1, 400).ask(200, cached);
        int before = stand.messages.size();
        stand.read("cat a.go", 1, 400).ask(200, cached);
        for (int i = 0; i < 9; i++) {
            stand.ran(i, 3).ask(200, cached);
        }
        stand.now = stand.now.plus(Duration.ofHours(2));
        assertTrue(stand.ran(9, 3).ask(200, cached).body().utf8().contains("read again below"));
        stand.ran(10, 3).ask(200, cached);
        stand.messages.subList(before, stand.messages.size()).clear();
        stand.user("Try something else.");
        PromptToSend back = stand.ask(200, cached);
        long prompt = back.weight().tokens();
        Usage untouched = back.weight().comparison().untouched(new Usage(0, 200, prompt - 200, 5));
        assertTrue(untouched.cacheRead() > prompt / 2, () -> untouched + " of " + prompt);
    }

    @Test
    void the_same_lines_of_another_file_stay() {
        stand.read("cat a.go", 1, 100).ask();
        stand.read("cat b.go", 1, 100).ask();
        assertEquals(2, count(later(), "line 50 of the file"));
    }

    @Test
    void a_read_that_was_itself_cut_takes_no_line_from_an_older_one() {
        stand.read("sed -n '700,1000p' a.go", 700, 1000).ask();
        String cut = stand.read("cat a.go", 1, 2000).ask().body().utf8();
        assertTrue(cut.contains(" not shown") && count(cut, "line 850 of the file") == 1, "it was too long");
        assertEquals(1, count(later(), "line 850 of the file"));
    }

    @Test
    void lines_that_a_later_read_left_out_stay() {
        stand.read("cat a.go", 1, 80, "line %d of the file\\n").ask();
        String parts = lines(1, 30) + lines(51, 80);
        stand.called("Bash", "{\"command\":\"sed -n '1,30p;51,80p' a.go\"}", parts)
                .ask();
        assertEquals(1, count(later(), "line 40 of the file"));
    }

    private static String lines(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> "line " + i + " of the file\\n")
                .collect(Collectors.joining());
    }

    @Test
    void what_only_laid_it_out_is_gone_from_the_start() {
        stand.read("cat -n a.go", 9, 11, "     %d\\tline %d of the file\\n");
        stand.read("make", 1, 3, "test %d \\u001b[32mpassed\\u001b[0m\\n");
        String sent = stand.ask().body().utf8();
        assertTrue(sent.contains("\"9\\tline 9 of the file\\n10\\tline 10 of the file\\n"), sent);
        assertTrue(sent.contains("\"test 1 passed\\ntest 2 passed\\n"), sent);
        assertTrue(stand.edits().stream()
                .anyMatch(edit -> edit instanceof Edit.Reword reword && reword.kind() == Edit.RewordKind.UNPAD));
        stand.restart();
        assertEquals(sent, stand.ask().body().utf8());
    }

    @Test
    void todo_lists_but_the_newest_are_emptied() {
        for (int i = 0; i < 3; i++) {
            stand.called(
                            "TodoWrite",
                            "{\"todos\":[\"mend part " + i + " of it\"" + ",\"and that too\"".repeat(100) + "]}",
                            "ok")
                    .ask();
        }
        String sent = later();
        assertEquals(2, count(sent, "\"todos\":\\[\\]"), sent);
        assertFalse(sent.contains("mend part 1"), sent);
        assertTrue(sent.contains("mend part 2"), sent);
    }
}
