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
    void words_are_what_archives_hold() {
        assertEquals("tool_result", ItemKind.TOOL_RESULT.word());
    }
}
