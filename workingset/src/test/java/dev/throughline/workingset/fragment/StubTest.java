package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StubTest {
    private static String stub(Chain chain, int index) {
        return Stub.of(chain, index, new RareNames(chain), other -> true);
    }

    private static String id(Chain chain, int index) {
        return "recall id=" + chain.piece(index).handle() + "]";
    }

    @Test
    void a_note_says_what_it_was_and_how_to_get_it_back() {
        Chain chain = new TestConversation()
                .call("Read", "a/Parser.java")
                .result("class Parser { int maxHeaderBytes = 40961; } // error\n" + "x".repeat(4_000))
                .chain();
        assertEquals(
                "[output cut: Read a/Parser.java; mentions maxHeaderBytes; 4,054 characters; " + id(chain, 1),
                stub(chain, 1));
        assertEquals(
                "[output cut: Read a/Parser.java; mentions maxHeaderBytes; 4,054 characters]",
                stub(chain.withRecall(false), 1),
                "without a tool there is no id");
    }

    @Test
    void a_note_keeps_the_exit_status_and_the_first_error_line() {
        String error = "checkpoint_test.go:188: error: maintidx 18";
        String text =
                String.join("\n", "Exit code 1", "all is well", "  \u001b[31m" + error + "\u001b[0m", "error again");
        Chain chain = new TestConversation()
                .call("Bash", "cd cli && mise run lint")
                .result(text, Piece.Trait.ERROR)
                .chain();
        assertEquals(
                "[output cut: Bash mise run lint → exit 1; \"checkpoint_test.go:188: error: maintidx 18\";"
                        + " 89 characters; " + id(chain, 1),
                stub(chain, 1));
    }

    @Test
    void a_note_says_whether_an_edit_succeeded() {
        Chain chain = new TestConversation()
                .call("Edit", "a.go")
                .result("The file a.go has been updated.")
                .call("Edit", "b.go")
                .result("String to replace not found; it failed.", Piece.Trait.ERROR)
                .chain();
        assertTrue(stub(chain, 1).startsWith("[output cut: Edit a.go → succeeded; "), stub(chain, 1));
        assertTrue(stub(chain, 3).startsWith("[output cut: Edit b.go → failed; \"String"), stub(chain, 3));
        Chain codex = new TestConversation()
                .call("apply_patch", "a.go")
                .result("Exit code: 1\nOutput:\nFailed to find expected lines in a.go")
                .call("apply_patch", "a.go")
                .result("Exit code: 0\nOutput:\nSuccess. Updated the following files: M a.go")
                .call("apply_patch", "a.go")
                .result("a.go")
                .chain();
        assertTrue(stub(codex, 1).startsWith("[output cut: apply_patch a.go → failed; "), stub(codex, 1));
        assertTrue(stub(codex, 3).startsWith("[output cut: apply_patch a.go → succeeded; "), stub(codex, 3));
        assertTrue(stub(codex, 5).startsWith("[output cut: apply_patch a.go; "), stub(codex, 5));
    }

    @Test
    void old_codex_says_the_exit_status_in_json() {
        Chain chain = new TestConversation()
                .call("Bash", "make")
                .result("{\"output\":\"x\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":0.1}}")
                .chain();
        assertTrue(stub(chain, 1).startsWith("[output cut: Bash make → exit 2; "), stub(chain, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "rg foo missing/ → exit 2; \"rg: missing/: No such file\", Exit code: 2|Output:|rg: missing/: No such file",
        "cat a b → exit 1; \"cat: b: No such file\", Exit code: 1|Output:|error of a|cat: b: No such file",
        "ls x → exit 2; \"ls: cannot access x\", '<returncode>2</returncode>|<output>|ls: cannot access x|</output>'",
        "git show x → exit 128; \"fatal: bad revision\", Process exited with code 128|Output:|fatal: bad revision",
        "grep error a; grep x b → exit 1, Exit code: 1|Output:|an error of a",
        "cat a, Exit code: 0|Output:|Exit code: 3|Output:|an error",
        "cat a, 'Exit code 3|Output: an error'",
        "cat a, an error||Command exited with code 3",
    })
    void a_note_keeps_the_exit_status_of_a_command_that_prints_files(String what, String text) {
        Chain chain = new TestConversation()
                .call("Bash", what.replaceAll(" → .*", ""))
                .result(text.replace('|', '\n'))
                .chain();
        assertEquals(
                "[output cut: Bash " + what + "; " + text.length() + " characters; " + id(chain, 1), stub(chain, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "Bash, cat a b → exit 1; \"cat: b: No such file\", Exit code 1|error of a|cat: b: No such file",
        "Bash, cat a b → exit 1; \"error of a\", error of a||Command exited with code 1",
        "Bash, cat a b → failed, Exit code 3|of a||Command exited with code 1",
        "Bash, cat a b → failed, It was interrupted.",
        "Read, a → failed, Exit code 3|of a",
    })
    void a_failed_result_has_the_status_of_its_first_or_last_line(String tool, String what, String text) {
        Chain chain = new TestConversation()
                .call(tool, what.replaceAll(" → .*", ""))
                .result(text.replace('|', '\n'), Piece.Trait.ERROR)
                .chain();
        assertEquals(
                "[output cut: " + tool + " " + what + "; " + text.length() + " characters; " + id(chain, 1),
                stub(chain, 1));
    }

    @Test
    void a_report_that_speaks_of_an_exit_code_did_not_exit() {
        Chain chain = new TestConversation()
                .call("Task", "review")
                .result("Exit code 137\nis what the worker ended with.")
                .chain();
        assertTrue(stub(chain, 1).startsWith("[output cut: Task review; "), stub(chain, 1));
    }

    @Test
    void no_hash_is_named() {
        Chain chain = new TestConversation()
                .call("Bash", "git log")
                .result("commit da39a3ee5e6b4b0d3255bfef95601890afd80709\nMend parseHeader\n" + "x".repeat(400))
                .chain();
        assertTrue(stub(chain, 1).contains("; mentions parseHeader; "), stub(chain, 1));
    }

    @Test
    void at_most_twelve_names_are_named_and_no_numbers() {
        String names = IntStream.range(10_000, 12_000)
                .mapToObj(i -> "someName" + i + " " + i)
                .collect(Collectors.joining(" "));
        Chain chain = new TestConversation().call("Bash", "make").result(names).chain();
        String stub = stub(chain, 1);
        assertEquals(12, stub.split("someName", -1).length - 1, stub);
        assertFalse(stub.contains(" 1"), stub);
    }

    @Test
    void lines_that_are_read_again_leave_a_gap_that_names_them() {
        Chain chain = new TestConversation()
                .call("Read", "a.go")
                .result(IntStream.rangeClosed(11, 40)
                        .mapToObj(line -> "    " + line + "→line " + line)
                        .collect(Collectors.joining("\n")))
                .chain();
        BitSet shown = new BitSet();
        shown.set(10, 20);
        assertTrue(
                Stub.superseded(chain, 1, shown)
                        .contains("20→line 20\n[lines 21-30 not shown: read again below]\n31→line 31"),
                Stub.superseded(chain, 1, shown));
        shown.set(0, 30);
        assertEquals(
                "[output cut: Read a.go; read again below; " + chain.text(1).length() + " characters; " + id(chain, 1),
                Stub.superseded(chain, 1, shown));
    }

    @Test
    void a_todo_list_is_emptied() {
        assertEquals("{\"todos\":[]}", Stub.emptied("{\"todos\":[{\"content\":\"a [b]\"},{\"content\":\"c\"}]}"));
        assertEquals("{\"todos\":3}", Stub.emptied("{\"todos\":3}"));
        assertEquals("]x[", Stub.emptied("]x["));
        assertEquals(
                "{\"explanation\":\"Fix a[0]\",\"plan\":[]}",
                Stub.emptied("{\"explanation\":\"Fix a[0]\",\"plan\":[{\"step\":\"a]\"}]}"));
        assertEquals("{\"todos\":\"- [ ] a\"}", Stub.emptied("{\"todos\":\"- [ ] a\"}"));
    }

    @Test
    void only_long_arguments_of_a_call_are_cut() {
        Chain chain = new TestConversation()
                .write("a/Parser.java", "say \"hello\"\n" + "x".repeat(600))
                .chain();
        assertEquals(
                "{\"file_path\":\"a/Parser.java\",\"content\":\"[615 characters not shown: " + id(chain, 0) + "\"}",
                Stub.ofCall(chain, 0));
        Chain brief = new TestConversation().call("Read", "a.go").chain();
        assertEquals(brief.text(0), Stub.ofCall(brief, 0));
    }

    @Test
    void arguments_that_end_too_early_do_not_break_it() {
        String cut = "{\"a\":\"" + "x\\\"".repeat(300) + "\\";
        Chain whole = new TestConversation().call("Read", "a").chain();
        Chain chain = new Chain(whole.pieces(), _ -> cut, _ -> cut, whole.lineKeys(), whole.nameKeys(), true);
        assertFalse(Stub.ofCall(chain, 0).isEmpty());
    }
}
