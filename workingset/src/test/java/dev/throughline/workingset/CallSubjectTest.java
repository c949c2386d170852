package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.CallSubject.Argument;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CallSubjectTest {
    @ParameterizedTest
    @CsvSource({
        "Read, READ",
        "read_file, READ",
        "str_replace_editor, WRITE",
        "MultiEdit, WRITE",
        "apply_patch, WRITE",
        "Grep, SEARCH",
        "Glob, LISTING",
        "list_dir, LISTING",
        "search_replace, WRITE",
        "mcp__shell__read_file, READ",
        "write_stdin, RUN",
        "WebFetch, OTHER"
    })
    void the_name_of_a_tool_gives_away_what_it_does(String tool, CallKind kind) {
        assertEquals(
                kind,
                CallSubject.of(tool, List.of(new Argument("file_path", "a/b.go")))
                        .kind());
    }

    @ParameterizedTest
    @CsvSource({
        "cat a.go, READ",
        "cd x && sed -n 1p a.go, READ",
        "ls -la, LISTING",
        "rg needle, SEARCH",
        "go test ./..., BUILD",
        "echo hello, RUN"
    })
    void a_command_is_what_it_runs(String command, CallKind kind) {
        assertEquals(
                kind,
                CallSubject.of("Bash", List.of(new Argument("command", command)))
                        .kind());
        assertEquals(
                kind,
                CallSubject.of("container.exec", List.of(new Argument("cmd", command)))
                        .kind());
    }

    @ParameterizedTest
    @CsvSource({
        "make all 2>&1, make all",
        "make all   2>/dev/null, make all",
        "make 2>&1 | tee log, make 2>&1 | tee log"
    })
    void where_errors_go_is_left_out_at_the_end_of_a_command(String command, String gist) {
        assertEquals(
                gist,
                CallSubject.of("Bash", List.of(new Argument("command", command)))
                        .gist());
    }

    @Test
    void the_same_path_in_another_repository_is_another_file() {
        CallSubject.Argument path = new CallSubject.Argument("path", "README.md");
        CallSubject one = CallSubject.of("read_file", List.of(new CallSubject.Argument("repo", "x/a"), path));
        CallSubject other = CallSubject.of("read_file", List.of(new CallSubject.Argument("repo", "x/b"), path));
        assertEquals(Optional.of("//x/a/README.md"), one.path());
        assertEquals(Optional.of("//x/b/README.md"), other.path());
    }

    @Test
    void a_path_argument_is_found_by_name_at_any_position() {
        CallSubject subject =
                CallSubject.of("Edit", List.of(new Argument("old_string", "x"), new Argument("file_path", "a/b.go")));
        assertEquals(Optional.of("a/b.go"), subject.path());
        assertEquals("a/b.go", subject.gist());
    }

    @Test
    void a_gist_is_one_short_line() {
        String gist = CallSubject.of("Bash", List.of(new Argument("command", "a\n  b".repeat(60) + "😀")))
                .gist();
        assertEquals(100, gist.length());
        assertFalse(gist.contains("\n"));
        assertEquals("", CallSubject.of("Nothing", List.of()).gist());
    }

    @Test
    void the_gist_distinguishes_calls() {
        String folder = "/home/ann/work/".repeat(10);
        assertTrue(CallSubject.of("Read", List.of(new Argument("file_path", folder + "cmd/parse/lexer.go")))
                .gist()
                .endsWith("/cmd/parse/lexer.go"));
        assertEquals(
                "parseHeader",
                CallSubject.of("Grep", List.of(new Argument("path", folder), new Argument("pattern", "parseHeader")))
                        .gist());
        assertEquals(
                "mise run lint",
                CallSubject.of("Bash", List.of(new Argument("command", "cd " + folder + " && mise run lint")))
                        .gist());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "cat src/a.go; src/a.go",
                "sed -n '1,200p' src/a.go; src/a.go",
                "nl -ba src/a.go | sed -n 1p; src/a.go",
                "cat > src/a.go; ''",
                "cat a.go b.go; ''",
                "git diff a.go; ''"
            })
    void a_command_that_prints_one_file_is_about_that_file(String command, String path) {
        CallSubject subject = CallSubject.of("exec_command", List.of(new Argument("cmd", command)));
        assertEquals(path.replace("''", ""), subject.path().orElse(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '"',
            value = {
                "sed -n '1,20p' a.go && sed -n '40,50p' ./a.go # /repo/a.go /repo/a.go",
                "nl -ba a.go | sed -n '1,20p' && cat b/c.go # /repo/a.go /repo/b/c.go",
                "cat a.go && rg x b.go # ''",
                "cat a.go && # ''"
            })
    void a_chain_of_commands_that_print_files_has_all_their_paths(String command, String paths) {
        CallSubject subject =
                CallSubject.of("exec_command", List.of(new Argument("cmd", command), new Argument("workdir", "/repo")));
        assertEquals(CallKind.READ, subject.kind());
        assertEquals(paths.replace("''", ""), String.join(" ", subject.paths()));
        assertEquals(Optional.empty(), subject.path(), "what it shows is not one part of one file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '|',
            value = {
                "/repo/a; cat package.json; /repo/a/package.json",
                "/repo/b; cat package.json; /repo/b/package.json",
                "/repo/a/; cat ./src/../package.json; /repo/a/package.json",
                "/repo/a; cat ../b/package.json; /repo/b/package.json",
                "/repo/a; cat /etc/hosts; /etc/hosts",
                "/repo; cd sub && cat x; /repo/sub/x",
                "/repo; cd /a && cd sub && cat x; /a/sub/x",
                "/repo; cd a && cd ../b && cat x; /repo/b/x",
                "/repo; cd && cat x; ~/x",
                "|''|; cd /a && cd sub && cat x; /a/sub/x",
                "|''|; cd a && cat ../../x; ../x",
                "|''|; cat ./x; x",
                "/; cat ../x; /x"
            })
    void a_file_is_looked_for_where_the_command_runs(String workdir, String command, String path) {
        for (String name : List.of("workdir", "cwd", "working_directory")) {
            CallSubject subject = CallSubject.of(
                    "exec_command",
                    List.of(new Argument("cmd", command), new Argument(name, workdir.replace("''", ""))));
            assertEquals(CallKind.READ, subject.kind());
            assertEquals(Optional.of(path), subject.path());
        }
    }

    @Test
    void a_folder_that_only_the_shell_knows_stays_the_word_that_it_is() {
        assertEquals(Optional.of("/my work/x"), read("cd \"/my work\" && cat x"));
        assertEquals(Optional.of("/my work/x"), read("cd '/my work'; cat x"));
        assertEquals(Optional.of("/my work/x"), read("cd /my\\ work\ncat x"));
        assertEquals(Optional.of("$X/x"), read("cd a && cd \"$X\" && cat x"));
        assertEquals(Optional.of("$X/../x"), read("cd $X && cat ../x"));
        assertEquals(Optional.of("~/b/x"), read("cd a && cd ~/b && cat x"));
        assertEquals(Optional.of("-/x"), read("cd a && cd - && cat x"));
        assertEquals(Optional.of("C:\\b/x"), read("cd a && cd C:\\b && cat x"));
    }

    private static Optional<String> read(String command) {
        return CallSubject.of("bash", List.of(new Argument("command", command), new Argument("workdir", "/repo")))
                .path();
    }

    @Test
    void the_path_of_a_tool_is_resolved_and_named_as_the_model_wrote_it() {
        CallSubject subject =
                CallSubject.of("Read", List.of(new Argument("path", "./a//b.go"), new Argument("cwd", "/repo")));
        assertEquals(Optional.of("/repo/a/b.go"), subject.path());
        assertEquals("./a//b.go", subject.gist());
    }

    @Test
    void a_folder_longer_than_any_system_allows_is_none() {
        CallSubject subject = CallSubject.of(
                "bash", List.of(new Argument("command", "cat x"), new Argument("cwd", "/a".repeat(5_000))));
        assertEquals(Optional.of("x"), subject.path());
    }

    @Test
    void a_patch_in_a_command_changes_files_where_the_command_runs() {
        String patch = "*** Begin Patch\n*** Update File: src/a.go\n@@\n-a\n+b\n*** End Patch\nEOF";
        CallSubject subject = CallSubject.of(
                "shell",
                List.of(
                        new Argument("command", "cd sub && apply_patch <<'EOF'\n" + patch),
                        new Argument("workdir", "/repo")));
        assertEquals(CallKind.WRITE, subject.kind());
        assertEquals(Optional.of("/repo/sub/src/a.go"), subject.path());
    }

    @Test
    void a_patch_is_about_all_files_that_it_changes() {
        String patch = """
            *** Begin Patch
            *** Update File: src/a.go
            *** Move to: src/moved.go
            @@
            -a
            +*** Update File: no.go
            *** Add File: ./b.go\s
            +b
            *** Delete File: c.go
            *** Update File: src/a.go
            *** End Patch\
            """;
        List<String> files = List.of("src/a.go", "src/moved.go", "b.go", "c.go");
        CallSubject subject = CallSubject.of("apply_patch", List.of(new Argument("patchText", patch)));
        assertEquals(files, subject.paths());
        assertEquals(Optional.of("src/a.go"), subject.path());
        assertEquals("src/a.go", subject.gist());
        assertEquals(
                files,
                CallSubject.of("apply_patch", List.of(new Argument("explanation", "x"), new Argument("input", patch)))
                        .paths());
        CallSubject shell = CallSubject.of("shell", List.of(new Argument("command", "apply_patch <<'EOF'\n" + patch)));
        assertEquals(CallKind.WRITE, shell.kind());
        assertEquals(files, shell.paths());
    }

    @Test
    void of_a_patch_of_very_many_files_only_the_first_are_known() {
        String patch = IntStream.range(0, 1_000)
                .mapToObj(i -> "*** Add File: " + i + ".go")
                .collect(Collectors.joining("\n"));
        List<String> paths = CallSubject.of("apply_patch", List.of(new Argument("input", patch)))
                .paths();
        assertEquals(50, paths.size());
        assertEquals("49.go", paths.getLast());
    }

    @Test
    void a_patch_that_a_call_only_talks_about_changes_no_file() {
        String patch = "*** Begin Patch\n*** Update File: src/a.go\n";
        assertEquals(
                List.of(),
                CallSubject.of("Task", List.of(new Argument("prompt", patch))).paths());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "\n",
                " --a",
                " -1",
                "a",
                "/",
                "../",
                "cd a && ",
                "cd ..;",
                "cd ",
                "cat a && ",
                "cat ",
                "*** Update File: a\n",
                "*** Update File: ",
                "*** Add File:\n"
            })
    void a_command_of_any_length_is_read_without_much_stack_or_time(String part) {
        String text = part.repeat((1 << 18) / part.length());
        for (String before : List.of("", "cat", "cat ", "cd ", "cd a && cat ", "apply_patch <<EOF\n")) {
            CallSubject subject = CallSubject.of(
                    "bash",
                    List.of(new Argument("command", before + text), new Argument("workdir", "/a".repeat(2_000))));
            assertTrue(subject.gist().length() <= 100);
            assertTrue(subject.paths().size() <= 50);
        }
        assertTrue(CallSubject.of("Read", List.of(new Argument("path", text), new Argument("cwd", text)))
                        .paths()
                        .size()
                <= 1);
    }
}
