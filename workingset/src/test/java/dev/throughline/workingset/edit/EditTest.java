package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EditTest {
    @ParameterizedTest
    @EnumSource
    void a_reword_kind_is_read_by_its_word(Edit.RewordKind kind) {
        assertEquals(kind, Edit.RewordKind.of(kind.word()));
    }
}
