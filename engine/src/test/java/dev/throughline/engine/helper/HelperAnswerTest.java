package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Usage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HelperAnswerTest {
    @Test
    void an_answer_has_a_value_and_anything_else_has_none() {
        assertEquals(Optional.of("yes"), new HelperAnswer.Answered<>("yes", Usage.NONE).value());
        assertEquals(Optional.empty(), new HelperAnswer.None<>("timeout").value());
        assertEquals(Usage.NONE, new HelperAnswer.None<>("timeout").usage());
    }

    @Test
    void only_a_missing_caller_and_missing_savings_mean_that_nothing_was_sent() {
        List<String> reasons = List.of(
                "off", "no_caller", "no_funds", "budget", "breaker", "timeout", "status", "unreachable", "malformed");
        assertEquals(
                List.of("no_caller", "no_funds"),
                reasons.stream()
                        .filter(reason -> new HelperAnswer.None<>(reason).wasNotSent())
                        .toList());
    }
}
