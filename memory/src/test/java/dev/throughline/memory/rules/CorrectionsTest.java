package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CorrectionsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "No, that's wrong: keep the old tests.",
                "no wait, this belongs into the other file",
                "no remove this again, it is too risky",
                "wait why are these in a folder of their own",
                "actually revert the commit and only open an issue",
                "Do not fall back, print a warning in that case",
                "I didn't say that all of it is pushed",
                "not sure why the author changed, please change it back",
                "This is still not working as it should",
                "不对，应该用另一个端口"
            })
    void this_is_a_correction(String sentence) {
        assertTrue(Corrections.isCorrection(sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yes",
                "no, then it's good",
                "no problem",
                "nope, that's fine",
                "No matching commits were found on the fork.",
                "let's keep it simple for now",
                "Stop after all three commits and report."
            })
    void this_is_none(String sentence) {
        assertFalse(Corrections.isCorrection(sentence));
    }

    @Test
    void prose_has_no_tables_code_or_marks() {
        assertEquals(
                "Done All **tests** pass.".replace("**", ""),
                Corrections.prose("## Done\n| a | b |\n|---|---|\n```\ncode\n```\n---\nAll **tests** pass.\n"));
    }
}
