package dev.throughline.engine.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NoteKindTest {
    /** The words are file names and parts of addresses, so they never change. */
    @ParameterizedTest
    @CsvSource({"TODO, todo", "PINNED, pinned", "SUMMARY, summary"})
    void a_kind_is_named_by_its_word(NoteKind kind, String word) {
        assertEquals(word, kind.word());
    }
}
