package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Hash;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EditLineTest {
    private static final Hash A = Hash.of("a");
    private static final Hash B = Hash.of("b");
    private static final Hash C = Hash.of("c");

    static Stream<Edit> edits() {
        return Stream.of(
                new Edit.Reword(A, Edit.RewordKind.UNPAD, B, 901),
                new Edit.Reword(A, Edit.RewordKind.SHORTEN, B, 812),
                new Edit.Reword(A, Edit.RewordKind.SUPERSEDE, B, 240),
                new Edit.Reword(A, Edit.RewordKind.SUPERSEDE, B, 240, Optional.of(C)),
                new Edit.Reword(A, Edit.RewordKind.CLEAR, B, 96),
                new Edit.Restore(A),
                new Edit.Replace(A, B, C, 1900),
                new Edit.Replace(A, B, C, 1900, /* isDrop= */ true),
                new Edit.Prepend(A, B, 310),
                new Edit.Insert(A, B, 55),
                new Edit.AddTools(List.of("recall", "note")),
                new Edit.AddTools(List.of("recall", "note"), Optional.of(C)));
    }

    @ParameterizedTest
    @MethodSource("edits")
    void an_edit_is_read_as_it_was_written(Edit edit) {
        assertEquals(edit, EditLine.read(EditLine.write(edit)));
    }

    @Test
    void pointers_of_older_archives_are_undone() {
        assertEquals(new Edit.Restore(A), EditLine.read("dedupe " + A + " " + B + " 240 " + C));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "clear", "replace s2:x", "unheard s2:a s2:b 3", "restore nothing"})
    void a_line_that_nobody_wrote_is_refused(String line) {
        assertThrows(IllegalArgumentException.class, () -> EditLine.read(line));
    }
}
