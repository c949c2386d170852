package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ItemKindTest {
    @ParameterizedTest
    @EnumSource
    void a_kind_is_found_by_its_word(ItemKind kind) {
        assertEquals(kind, ItemKind.of(kind.word()));
    }

    @Test
    void the_word_of_a_kind_is_the_one_stored_in_archives() {
        assertEquals("tool_result", ItemKind.TOOL_RESULT.word());
    }
}
