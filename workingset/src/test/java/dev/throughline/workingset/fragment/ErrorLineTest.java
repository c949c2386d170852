package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.CallSubject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorLineTest {
    private static final Optional<String> UNKNOWN = Optional.empty();

    private static Optional<String> found(String command, String text, Optional<String> status) {
        CallSubject subject = CallSubject.of("Bash", List.of(new CallSubject.Argument("command", command)));
        return ErrorLine.in(text, subject, /* isError= */ false, status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: expect(received).toBe(expected)",
                "Error: ENOENT: no such file or directory, open 'a' {",
                "TypeError: Cannot read properties of undefined (reading 'page')",
                "java.lang.IllegalStateException: closed",
                "Traceback (most recent call last):",
                "fatal: not a git repository",
                "panic: runtime error: index out of range",
                "--- FAIL: TestParse (0.00s)",
                "[lint] ERROR task failed",
                "  ✗ parses an empty file",
                "  ✘ 1 error",
                "E       assert 1 == 2",
                "not ok 3 - parses",
                "[10:34:39] [Limiter] Failed: 84",
                "src/a.ts(653,43): error TS2339: Property 'x' does not exist",
                "error[E0425]: cannot find value `x` in this scope",
                "level=error msg=\"no batch\"",
                "thread 'main' panicked at src/main.rs:4:5",
                "Tests: 3 failed, 12 passed",
                "Found 1 error.",
                "zsh: command not found: mvn",
                "npm ERR! code ELIFECYCLE",
                "npm error code E404",
                "[ERROR] /w/A.java:[12,3] cannot find symbol",
                "[ERROR]   AutoTest.soft:88 expected: <1> but was: <2>",
                "✘ [ERROR] Could not resolve \"x\"",
                "2024-05-01T10:00:00Z level=error msg=x",
                "2024-05-01 10:00:00 app: error: lost",
                "2024-01-01 12:00:00,123 ERROR boom",
            })
    void a_report_is_found_whatever_the_exit_status(String line) {
        String text = "$ run --error-on-warnings\n" + line + "\nError: again";
        String expected = line.strip();
        for (Optional<String> status : List.of(UNKNOWN, Optional.of("0"), Optional.of("1"))) {
            assertEquals(Optional.of(expected), found("./run", text, status).map(String::strip), status.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$ biome check --error-on-warnings",
                "> tsc --noEmit || echo failed",
                "@@ -75,6 +76,16 @@ func captureState() error {",
                "+\t\ttypeof window !== \"undefined\" &&",
                "-func (s *Strategy) Condense() (*Result, error) {",
                "t.Fatalf(\"Failed to create .git: %v\", err);",
                "throw new Error(",
                "279 +    ...(hooks !== undefined && { hooks }),",
                "  84 |   throw new Error(\"error: none\")",
                "\"description\": \"error: it fails\"",
                "eb824f6 fix unused imports causing build failure",
                "1895 pass, 0 fail",
                "✖ 2 problems (0 errors, 2 warnings)",
                "error: string | null;",
                "error: string | null",
                "error: null",
                "Failed: 0",
                "❌ 0 failed",
                "0/12 failed",
                "0 of 12 failed",
                "Fixed 3 errors",
                "    Error handling was added",
                "Fail early if the file is missing",
                "eb824f6 fix 2 failing tests",
                "1a2b3c4 Fix compile error: missing import",
                "The error state is still shown.",
                "--ignore-skew  Proceed, though some queries may fail",
                "const failed = results.filter(isError);",
            })
    void what_only_speaks_of_failures_is_no_report(String line) {
        assertEquals(Optional.empty(), found("git log -p", line, UNKNOWN));
        assertEquals(Optional.empty(), found("git log -p", line, Optional.of("0")));
    }

    @ParameterizedTest
    @CsvSource({
        "go build ./..., a/b.go:12:3: x redeclared",
        "mise run lint, [lint:go] a/b.go:12:3: append is not checked (gocritic)",
        "bun run lint, src/a.ts:3:1 lint/style/useConst ━━━",
    })
    void a_compiler_names_a_place_unless_it_succeeded(String command, String line) {
        String text = "a/a.go:1:1: warning: unused\n" + line + "\n[lint] ERROR task failed";
        assertEquals(Optional.of(line), found(command, text, UNKNOWN));
        assertEquals(Optional.of(line), found(command, text, Optional.of("1")));
        assertEquals(Optional.of("[lint] ERROR task failed"), found(command, text, Optional.of("0")));
        assertEquals(Optional.of(line), found("./check", text, Optional.of("2")), "any command that failed");
        assertEquals(Optional.of("[lint] ERROR task failed"), found("./check", text, UNKNOWN));
    }

    @Test
    void an_address_is_no_place_in_a_file() {
        assertEquals(Optional.empty(), found("npm run dev", "127.0.0.1:8080 listening", UNKNOWN));
    }

    @Test
    void of_what_failed_prose_counts_too() {
        String text = "all is well\nFailed to load the module";
        assertEquals(Optional.of("Failed to load the module"), found("./run", text, Optional.of("1")));
        assertEquals(Optional.empty(), found("./run", text, UNKNOWN));
    }

    @Test
    void of_a_failure_without_a_report_the_first_line_with_a_failure_word_is_taken() {
        String text = "+ error\nthe branch cannot be merged";
        assertEquals(Optional.of("the branch cannot be merged"), found("git merge x", text, Optional.of("1")));
        assertEquals(Optional.empty(), found("git merge x", text, UNKNOWN));
    }

    @Test
    void minified_lines_are_not_messages() {
        assertEquals(Optional.empty(), found("make", "Error: " + "x".repeat(500), Optional.of("1")));
    }
}
