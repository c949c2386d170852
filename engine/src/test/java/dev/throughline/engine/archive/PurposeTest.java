package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PurposeTest {
    /** The words are stored in archives, so they never change. */
    @ParameterizedTest
    @CsvSource({
        "CONVERSATION, conversation, true",
        "COMPACTION, compaction, true",
        "PREWARM, prewarm, false",
        "SIDE_REQUEST, aside, false",
        "OPAQUE, opaque, true"
    })
    void a_purpose_is_stored_as_its_word(Purpose purpose, String word, boolean allowsNewEdits) {
        assertEquals(word, purpose.word());
        assertEquals(purpose, Purpose.of(word));
        assertEquals(allowsNewEdits, purpose.allowsNewEdits());
    }
}
