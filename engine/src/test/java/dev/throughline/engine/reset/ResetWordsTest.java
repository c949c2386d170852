package dev.throughline.engine.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResetWordsTest {
    private final ResetWords words = ResetWords.with(List.of("Neu!", "/new"));

    @ParameterizedTest
    @CsvSource({
        "/new, ''",
        "/NEW, ''",
        "'  /reset  ', ''",
        "/new plan my week, plan my week",
        "'/Reset\nfirst line\n second', 'first line\n second'",
        "neu! hallo, hallo",
        "/new /new, /new"
    })
    void a_message_that_begins_with_a_word_has_a_rest(String message, String rest) {
        assertEquals(Optional.of(rest), words.rest(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "/new/file", "/newer", "new", "say /new", "/new. Hello", "neu", "`/new`"})
    void other_messages_are_no_request(String message) {
        assertTrue(words.rest(message).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "start over"})
    void a_word_is_one_word(String word) {
        assertThrows(IllegalArgumentException.class, () -> ResetWords.with(List.of(word)));
    }
}
