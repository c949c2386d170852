package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Hash;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EditLineTest {
    private static final Hash A = Hash.of("a");
    private static final Hash B = Hash.of("b");
    private static final Hash C = Hash.of("c");

    static Stream<Edit> edits() {
        return Stream.of(
                new Edit.Reword(A, Edit.Manner.SHORTEN, B, 812, List.of()),
                new Edit.Reword(A, Edit.Manner.DEDUPE, B, 240, List.of(C, A)),
                new Edit.Reword(A, Edit.Manner.CLEAR, B, 96, List.of()),
                new Edit.Restore(A),
                new Edit.Replace(A, B, C, 1900),
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

    @ParameterizedTest
    @ValueSource(strings = {"", "clear", "replace s2:x", "unheard s2:a s2:b 3", "restore nothing"})
    void a_line_that_nobody_wrote_is_refused(String line) {
        assertThrows(IllegalArgumentException.class, () -> EditLine.read(line));
    }
}
