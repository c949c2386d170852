package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void corrections_are_recognised(String sentence) {
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
    void answers_and_other_sentences_are_not_corrections(String sentence) {
        assertFalse(Corrections.isCorrection(sentence));
    }
}
