package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Subject.Argument;
import dev.throughline.workingset.Subject.Sort;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SubjectTest {
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
        "WebFetch, OTHER"
    })
    void the_name_of_a_tool_gives_away_what_it_does(String tool, Sort sort) {
        assertEquals(sort, Subject.of(tool, List.of(new Argument("file_path", "a/b.go"))).sort());
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
    void a_command_is_what_it_runs(String command, Sort sort) {
        assertEquals(sort, Subject.of("Bash", List.of(new Argument("command", command))).sort());
        assertEquals(sort, Subject.of("container.exec", List.of(new Argument("cmd", command))).sort());
    }

    @Test
    void a_path_is_found_by_its_name_wherever_it_stands() {
        Subject subject =
                Subject.of("Edit", List.of(new Argument("old_string", "x"), new Argument("file_path", "a/b.go")));
        assertEquals(Optional.of("a/b.go"), subject.path());
        assertEquals("a/b.go", subject.gist());
        assertFalse(subject.isWhole());
        assertTrue(Subject.of("Write", List.of(new Argument("path", "a"))).isWhole());
    }

    @Test
    void a_gist_is_one_short_line() {
        String gist = Subject.of("Bash", List.of(new Argument("command", "a\n  b".repeat(60) + "😀"))).gist();
        assertEquals(100, gist.length());
        assertFalse(gist.contains("\n"));
        assertEquals("", Subject.of("Nothing", List.of()).gist());
    }
}
