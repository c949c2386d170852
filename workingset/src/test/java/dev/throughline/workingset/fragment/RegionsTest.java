package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Talk;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RegionsTest {
    private static Optional<String> regions(String words, String file) {
        Chain chain =
                new Talk().user(words).call("Read", "a.go").result(file).chain();
        return Regions.of(chain, 2, new Vocabulary(chain), other -> true);
    }

    private static String file() {
        return "package a\n" + Talk.lines("before", 60) + "\nint parseHeader = 1;\n" + Talk.lines("after", 60);
    }

    @Test
    void lines_around_what_was_spoken_of_and_declarations_stay() {
        String left = regions("Mend parseHeader.", file()).orElseThrow();
        assertTrue(left.startsWith("package a\n…\nbefore line 53 "), left);
        assertTrue(left.contains("int parseHeader = 1;\n"), left);
        assertTrue(left.contains("after line 8 "), left);
        assertFalse(left.contains("after line 9 "), left);
        assertTrue(left.matches("(?s).*\n…\n\\[rest: handle [a-z2-7]{8}]"), left);
    }

    @Test
    void a_short_file_and_one_of_which_all_was_spoken_stay_whole() {
        assertEquals(Optional.empty(), regions("Mend it.", Talk.lines("few", 10)));
        assertEquals(Optional.empty(), regions("Mend parseHeader.", "int parseHeader\n".repeat(40)));
        assertTrue(Regions.isLong(30));
    }
}
