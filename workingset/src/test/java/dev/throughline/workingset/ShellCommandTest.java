package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ShellCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cat a.go                              | ''         | ''           | cat a.go",
                "cat a.go                              | /repo      | /repo        | cat a.go",
                "cd src && cat a.go                    | /repo      | /repo/src    | cat a.go",
                "cd src; cat a.go                      | /repo      | /repo/src    | cat a.go",
                "cd /other && cat a.go                 | /repo      | /other       | cat a.go",
                "cd /a && cd b && cd ../c && ls        | ''         | /a/c         | ls",
                "cd && ls                              | /repo      | ~            | ls",
                "cd \"my folder\" && ls                | /repo      | /repo/my folder | ls",
                "cd my\\ folder && ls                  | /repo      | /repo/my folder | ls",
                "cd 'src' && ls                        | /repo      | /repo/src    | ls",
                "cd $HOME/x && ls                      | /repo      | $HOME/x      | ls",
                "cd src                                | /repo      | /repo        | cd src",
                "cdparanoia && ls                      | /repo      | /repo        | cdparanoia && ls",
                "ls && cd src && cat a.go              | /repo      | /repo        | ls && cd src && cat a.go",
            })
    void steps_before_a_command_lead_to_its_folder(String command, String start, String folder, String text) {
        ShellCommand plain = ShellCommand.of(command, start);
        assertEquals(folder, plain.folder());
        assertEquals(text, plain.text());
    }

    @Test
    void a_line_break_ends_a_step_like_a_semicolon() {
        ShellCommand plain = ShellCommand.of("  cd src\n\n cat a.go\n", "/repo");
        assertEquals("/repo/src", plain.folder());
        assertEquals("cat a.go", plain.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"make 2>&1", "make 2>/dev/null", "make   2>&1", "cd /repo && make 2>&1"})
    void where_errors_are_sent_is_left_out(String command) {
        assertEquals("make", ShellCommand.of(command, "").text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"make 2>errors.txt", "make 2>&1 | tail", "make >/dev/null"})
    void other_redirections_stay(String command) {
        assertEquals(command, ShellCommand.of(command, "").text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cd src", "ls && cd src", "(cd src; ls)", "pushd src", "make; popd"})
    void a_command_with_a_change_of_folder_may_move_the_shell(String command) {
        assertTrue(ShellCommand.of(command, "").mayMove());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls", "./cd", "cd.sh", "abcd", "cat cd/readme", "git-cd"})
    void a_word_that_contains_the_name_of_such_a_command_does_not(String command) {
        assertFalse(ShellCommand.of(command, "").mayMove());
    }

    @Test
    void only_a_limited_number_of_steps_is_followed() {
        assertEquals("x", ShellCommand.of("cd a && ".repeat(20) + "x", "").text());
        assertEquals(
                "cd a && x", ShellCommand.of("cd a && ".repeat(21) + "x", "").text());
    }

    @Test
    void random_steps_lead_where_joining_them_one_by_one_leads() {
        String[] folders = {"a", "b/c", "..", "/x", "./d", "~", "$W/e", "../f"};
        String[] ends = {" && ", "; ", "\n", " ;  "};
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            StringBuilder command = new StringBuilder();
            String folder = random.nextBoolean() ? "/repo" : "";
            String start = folder;
            for (int i = random.nextInt(6); i > 0; i--) {
                String step = folders[random.nextInt(folders.length)];
                command.append("cd ").append(step).append(ends[random.nextInt(ends.length)]);
                folder = FilePath.join(folder, step);
            }
            ShellCommand plain = ShellCommand.of(command + "cat a.go", start);
            assertEquals(folder, plain.folder(), "seed " + seed + ": " + command);
            assertEquals("cat a.go", plain.text(), "seed " + seed + ": " + command);
        }
    }
}
