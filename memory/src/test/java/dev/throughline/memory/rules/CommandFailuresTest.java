package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CommandFailuresTest {
    private static String of(String command, String result) {
        return CommandFailures.of("Bash", command, result).orElse("");
    }

    @Test
    void a_command_becomes_one_line() {
        assertEquals(
                "go test ./... && echo \"ok\" done",
                CommandFailures.command("Bash", "{\"command\":\"go test ./... &&\\necho \\\"ok\\\"\\tdone\"}"));
        assertEquals(
                "bash -lc mvn test", CommandFailures.command("shell", "{\"command\":[\"bash\",\"-lc\",\"mvn test\"]}"));
        assertEquals("Read", CommandFailures.command("Read", "{\"file_path\":\"/a/b\"}"));
        assertEquals(
                120,
                CommandFailures.command("exec", "{\"cmd\":\"" + "x".repeat(500) + "\"}")
                        .length());
    }

    @Test
    void code_that_mentions_errors_has_not_failed() {
        String code = "105→ return nil, fmt.Errorf(\"failed to parse: %w\", err)\n106→ t.Fatal(\"error: no\")\n";
        assertEquals(Optional.empty(), CommandFailures.of("Read", "Read", code));
        assertEquals(
                Optional.empty(),
                CommandFailures.of("Grep", "Grep", "a_test.go:55: t.Fatalf(\"Open() failed: %v\", err)"));
        assertEquals(
                Optional.empty(), CommandFailures.of("Edit", "Edit", "289→ logging.Error(ctx, \"rewind failed\","));
        assertEquals("", of("cat notes.md", "error: this is how an error looks in our docs\n"));
        assertEquals("", of("git show HEAD", "+error: a line of a diff that was added\n"));
        assertEquals("", of("make", "compiled with 0 errors, failed tests: 0\n"));
    }

    @Test
    void the_most_specific_line_is_returned() {
        assertEquals(
                "src/a.go:11:13: undefined: agent",
                of("go build ./...", "Exit code 1\nsrc/a.go:11:13: undefined: agent\n[lint] ERROR task failed\n"));
        assertEquals("--- FAIL: TestParse (0.00s)", of("go test", "=== RUN\n--- FAIL: TestParse (0.00s)\nFAIL\n"));
        assertEquals("[lint] ERROR task failed", of("mise run lint", "[lint] ERROR task failed\n"));
        assertEquals(
                "exited with code 2: it did not work out",
                of("./run", "Process exited with code 2\nOutput\nit did not work out"));
        assertEquals("zsh: tsup: command not found", of("tsup", "zsh: tsup: command not found"));
        assertEquals("ValueError: no such port", of("python x.py", "at line 3\nValueError: no such port\n"));
    }

    @Test
    void a_search_that_finds_nothing_has_not_failed() {
        assertEquals("", of("rg -n needle src", "Process exited with code 1\nOutput:\n"));
        assertEquals("", of("git branch -vv | grep gone", "Exit code 1"));
        assertEquals(
                "exited with code 2: rg: src: no such folder",
                of("rg x src", "exited with code 2\nrg: src: no such folder"));
    }

    @Test
    void another_tool_failed_if_its_first_line_is_an_error_message() {
        assertEquals(
                Optional.of("Error: the page was not found"),
                CommandFailures.of(
                        "WebFetch", "WebFetch", "<tool_use_error>Error: the page was not found</tool_use_error>"));
        assertEquals(Optional.empty(), CommandFailures.of("Task", "Task", "All fine.\nError handling was improved."));
    }

    @Test
    void the_middle_of_a_long_result_is_not_searched() {
        String text = "x\n".repeat(2_000) + "error: in the middle of it\n" + "y\n".repeat(2_000);
        assertEquals("", of("make", text));
        assertEquals("error: at the very end", of("make", text + "error: at the very end\n"));
    }
}
