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
    @ValueSource(strings = {"", "clear", "replace s2:x", "unknown s2:a s2:b 3", "restore nothing"})
    void a_line_that_nobody_wrote_is_refused(String line) {
        assertThrows(IllegalArgumentException.class, () -> EditLine.read(line));
    }

    /** Labels by the first two characters of a handle; only the first node has a known size. */
    private static final EditLine.ItemLabels ITEMS = new EditLine.ItemLabels() {
        @Override
        public String handle(Hash node) {
            return node.handle().substring(0, 2);
        }

        @Override
        public String label(Hash node) {
            return handle(node) + " Bash mvn test";
        }

        @Override
        public Optional<Long> tokens(Hash node) {
            return node.equals(A) ? Optional.of(12_000L) : Optional.empty();
        }
    };

    @Test
    void people_read_what_an_edit_does_to_which_item() {
        String a = A.handle().substring(0, 2);
        String b = B.handle().substring(0, 2);
        assertEquals(
                List.of(
                        "clear " + a + " Bash mvn test: 12,000 to 96 tokens",
                        "unpad " + b + " Bash mvn test: 1 token",
                        "restore " + a + " Bash mvn test",
                        "replace " + a + " to " + b + ": 1,900 tokens in their place",
                        "drop " + a + " to " + b + ": 1 token in their place",
                        "prepend 310 tokens to " + a,
                        "insert 55 tokens after " + b,
                        "add tools recall note"),
                Stream.of(
                                new Edit.Reword(A, Edit.RewordKind.CLEAR, C, 96),
                                new Edit.Reword(B, Edit.RewordKind.UNPAD, C, 1),
                                new Edit.Restore(A),
                                new Edit.Replace(A, B, C, 1900),
                                new Edit.Replace(A, B, C, 1, /* isDrop= */ true),
                                new Edit.Prepend(A, C, 310),
                                new Edit.Insert(B, C, 55),
                                new Edit.AddTools(List.of("recall", "note")))
                        .map(edit -> EditLine.describe(edit, ITEMS))
                        .toList());
    }

    @Test
    void the_lines_of_archives_are_these() {
        assertEquals(
                List.of(
                        "unpad " + A + " " + B + " 901",
                        "shorten " + A + " " + B + " 812",
                        "supersede " + A + " " + B + " 240",
                        "supersede " + A + " " + B + " 240 " + C,
                        "clear " + A + " " + B + " 96",
                        "restore " + A,
                        "replace " + A + " " + B + " " + C + " 1900",
                        "drop " + A + " " + B + " " + C + " 1900",
                        "prepend " + A + " " + B + " 310",
                        "insert " + A + " " + B + " 55",
                        "tools recall note",
                        "tools " + C + " recall note"),
                edits().map(EditLine::write).toList());
    }
}
