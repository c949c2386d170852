package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PurposeTest {
    /** The words are stored in archives, so they never change. */
    @ParameterizedTest
    @CsvSource({
        "CONVERSATION, conversation, false",
        "COMPACTION, compaction, false",
        "PREWARM, prewarm, true",
        "ASIDE, aside, true",
        "OPAQUE, opaque, false"
    })
    void a_purpose_is_stored_as_its_word(Purpose purpose, String word, boolean isBeside) {
        assertEquals(word, purpose.word());
        assertEquals(purpose, Purpose.of(word));
        assertEquals(isBeside, purpose.isBeside());
    }
}
