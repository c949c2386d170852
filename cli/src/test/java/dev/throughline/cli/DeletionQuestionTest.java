package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class DeletionQuestionTest {
    @Test
    void only_a_clear_yes_is_one() {
        assertTrue(DeletionQuestion.isYes(" Y\r"));
        assertTrue(DeletionQuestion.isYes("yes"));
        assertFalse(DeletionQuestion.isYes(""));
        assertFalse(DeletionQuestion.isYes("n"));
        assertFalse(DeletionQuestion.isYes("yesterday"));
    }
}
