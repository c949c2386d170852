package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExitStatusTest {
    private static String lines(String text) {
        return text.replace("|", "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "1, Exit code 1|lint failed",
        "0, Exit code: 0|Wall time: 0 seconds|Output:|Exit code 3",
        "128, Chunk ID: 671c5a|Wall time: 0.3 seconds|Process exited with code 128|Output:|fatal",
        "2, (no output)||Command exited with code 2",
        "1, <status>failed</status>||<exit_code>1</exit_code>||<stdout>|x",
        "3, <returncode>3</returncode>|<output>",
        "1, Command: make|Output: x|Exit Code: 1|Signal: (none)|Background PIDs: (none)|Process Group PGID: 7",
        "1, x|[The command completed with exit code 1.]|[Current working directory: /repo]|",
        "2, x|<exited with exit code 2>",
        "1, ./a test: Failed|Exit status 1|",
        "1, '2 fail|error: script \"test\" exited with code 1'",
        "-1, Exit code: -1",
        "2, '{\"output\":\"x\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":0.1}}'",
        "2, '{\"output\": \"x\", \"metadata\": {\"exit_code\": 2, \"duration_seconds\": 0.1}}'",
        "4, '{\"metadata\":{\"exit_code\":4},\"output\":\"x\"}'",
    })
    void it_is_found_where_a_tool_says_it(String status, String text) {
        assertEquals(Optional.of(status), ExitStatus.of(lines(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "=== RUN|child ended with exit status 3 as expected|ok pkg 0.1s",
                "exit status 3 as expected|ok",
                "exit status 3|ok pkg 0.1s",
                "a|b|c|d|Exit code 3|e|f|g|h|i|j",
                "Exit codes: 0 = reached target, 1 = timeout",
                "error: script \"lint\" exited with code 1|and then it was mended",
                " Exit code 3",
                "12→Exit code 3",
                "{\"output\":\"{\\\"metadata\\\":{\\\"exit_code\\\":2}}\"}",
                "[{\"metadata\":{\"exit_code\":2}}]",
            })
    void it_is_not_taken_from_what_a_program_printed(String text) {
        assertEquals(Optional.empty(), ExitStatus.of(lines(text)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, Exit code: 0|Wall time: 0 seconds|Output:|Exit code 3",
        "2, Exit code: 2|Wall time: 0 seconds|Total output lines: 9|Output:",
        "128, Chunk ID: 671c5a|Wall time: 0.3 seconds|Process exited with code 128|Original token count: 9|Output:|x",
        "3, <returncode>3</returncode>|<output>|x",
        "2, '{\"output\":\"x\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":0.1}}'",
    })
    void next_to_a_file_it_is_found_only_in_a_complete_header(String status, String text) {
        assertEquals(Optional.of(status), ExitStatus.ofPrinted(lines(text), /* isError= */ false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Exit code: 3",
                "Exit code 3|of a",
                "# Notes|Exit code: 3|Output:|of a",
                "Exit code: 3|of a|Output:",
                "<returncode>3</returncode>|of a",
                "of a|Exit code 3",
                "of a||Command exited with code 3",
                "{\"exit_code\":2}",
            })
    void it_is_not_taken_from_what_a_file_says(String text) {
        assertEquals(Optional.empty(), ExitStatus.ofPrinted(lines(text), /* isError= */ false));
    }
}
