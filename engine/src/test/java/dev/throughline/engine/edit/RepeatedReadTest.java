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

/** What is sent of a file that an agent reads more than once. */
final class RepeatedReadTest {
    private final EditFixture fixture = new EditFixture(new Auto(AutoSettings.DEFAULT), 60_000).user("Build it.");

    RepeatedReadTest() {
        fixture.tools = List.of(new LocalTool("recall", "Brings it back.", Bytes.of("{\"type\":\"object\"}")));
        fixture.restart();
        fixture.ask();
    }

    /** The first body sent after some small commands, once the provider no longer has the prompt in its cache. */
    private String later() {
        for (int i = 0; i < 9; i++) {
            fixture.command(i, 3).ask();
        }
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        return fixture.command(9, 3).ask().body().utf8();
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    @Test
    void the_newest_read_of_each_line_is_kept_and_older_reads_say_where_it_is() {
        fixture.read("cat -n a.go | sed -n '1,200p'", 1, 200).ask();
        fixture.read("cat -n a.go | sed -n '100,300p'", 100, 300).ask();
        String sent = later();
        assertTrue(sent.contains("[lines 115-200 not shown: read again below]"), sent);
        for (int i = 1; i <= 300; i++) {
            boolean isContext = i >= 100 && i < 115;
            assertEquals(isContext ? 2 : 1, count(sent, "line " + i + " of the file"), "line " + i);
        }
        assertTrue(sent.contains("cat -n a.go | sed -n '100,300p'"), "calls are unchanged");
        fixture.restart();
        assertEquals(sent, fixture.ask().body().utf8());
    }

    @Test
    void omitted_lines_without_numbers_are_counted() {
        fixture.read("cat a.go", 1, 200, "line %d of the file\\n").ask();
        fixture.read("sed -n '100,300p' a.go", 100, 300, "line %d of the file\\n")
                .ask();
        String sent = later();
        assertTrue(sent.contains("[86 lines not shown: read again below]"), sent);
        assertEquals(1, count(sent, "line 150 of the file"));
    }

    @Test
    void a_read_that_is_repeated_completely_becomes_a_placeholder() {
        fixture.read("cat a.go", 1, 100).ask();
        fixture.read("cat a.go", 1, 100).ask();
        String sent = later();
        assertTrue(sent.contains("[output cut: Bash cat a.go; read again below; "), sent);
        assertEquals(1, count(sent, "line 50 of the file"));
    }

    @Test
    void a_rewind_to_before_the_later_read_restores_the_earlier_one() {
        fixture.read("cat a.go", 1, 100).ask();
        int before = fixture.messages.size();
        fixture.read("cat a.go", 1, 100).ask();
        assertTrue(later().contains("read again below"));
        fixture.messages.subList(before, fixture.messages.size()).clear();
        String sent = fixture.user("Try something else.").ask().body().utf8();
        assertFalse(sent.contains("read again below"), sent);
        assertEquals(1, count(sent, "line 50 of the file"));
        fixture.restart();
        assertEquals(sent, fixture.ask().body().utf8());
    }

    @Test
    void after_a_rewind_the_unedited_prompt_would_have_been_read_from_the_cache() {
        Function<PromptToSend, Optional<Usage>> cached =
                out -> Optional.of(new Usage(0, out.weight().tokens() - 10, 10, 5));
        fixture.read("cat a.go", 1, 400).ask(200, cached);
        int before = fixture.messages.size();
        fixture.read("cat a.go", 1, 400).ask(200, cached);
        for (int i = 0; i < 9; i++) {
            fixture.command(i, 3).ask(200, cached);
        }
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        assertTrue(fixture.command(9, 3).ask(200, cached).body().utf8().contains("read again below"));
        fixture.command(10, 3).ask(200, cached);
        fixture.messages.subList(before, fixture.messages.size()).clear();
        fixture.user("Try something else.");
        PromptToSend back = fixture.ask(200, cached);
        long prompt = back.weight().tokens();
        Usage untouched = back.weight().comparison().untouched(new Usage(0, 200, prompt - 200, 5));
        assertTrue(untouched.cacheRead() > prompt / 2, () -> untouched + " of " + prompt);
    }

    @Test
    void the_same_lines_of_another_file_are_kept() {
        fixture.read("cat a.go", 1, 100).ask();
        fixture.read("cat b.go", 1, 100).ask();
        assertEquals(2, count(later(), "line 50 of the file"));
    }

    @Test
    void a_read_that_was_cut_removes_no_lines_from_an_older_read() {
        fixture.read("sed -n '700,1000p' a.go", 700, 1000).ask();
        String cut = fixture.read("cat a.go", 1, 2000).ask().body().utf8();
        assertTrue(cut.contains(" not shown") && count(cut, "line 850 of the file") == 1, "it was too long");
        assertEquals(1, count(later(), "line 850 of the file"));
    }

    @Test
    void lines_that_a_later_read_omits_are_kept() {
        fixture.read("cat a.go", 1, 80, "line %d of the file\\n").ask();
        String parts = lines(1, 30) + lines(51, 80);
        fixture.called("Bash", "{\"command\":\"sed -n '1,30p;51,80p' a.go\"}", parts)
                .ask();
        assertEquals(1, count(later(), "line 40 of the file"));
    }

    private static String lines(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> "line " + i + " of the file\\n")
                .collect(Collectors.joining());
    }

    @Test
    void padding_is_removed_from_the_first_request_on() {
        fixture.read("cat -n a.go", 9, 11, "     %d\\tline %d of the file\\n");
        fixture.read("make", 1, 3, "test %d \\u001b[32mpassed\\u001b[0m\\n");
        String sent = fixture.ask().body().utf8();
        assertTrue(sent.contains("\"9\\tline 9 of the file\\n10\\tline 10 of the file\\n"), sent);
        assertTrue(sent.contains("\"test 1 passed\\ntest 2 passed\\n"), sent);
        assertTrue(fixture.edits().stream()
                .anyMatch(edit -> edit instanceof Edit.Reword reword && reword.kind() == Edit.RewordKind.UNPAD));
        fixture.restart();
        assertEquals(sent, fixture.ask().body().utf8());
    }

    @Test
    void all_todo_lists_except_the_newest_are_emptied() {
        for (int i = 0; i < 3; i++) {
            fixture.called(
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
