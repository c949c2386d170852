package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit.RewordKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EditTest {
    private static final Hash NODE = Hash.of("node");
    private static final Hash LAST = Hash.of("last");
    private static final Hash TEXT = Hash.of("text");
    private static final Hash ROOT = Hash.of("root");

    private static final Edit REWORD = new Edit.Reword(NODE, RewordKind.SHORTEN, TEXT, 3, Optional.of(LAST));
    private static final Edit RESTORE = new Edit.Restore(NODE);
    private static final Edit REPLACE = new Edit.Replace(NODE, LAST, TEXT, 3);
    private static final Edit PREPEND = new Edit.Prepend(NODE, TEXT, 3);
    private static final Edit INSERT = new Edit.Insert(NODE, TEXT, 3);
    private static final Edit TOOLS = new Edit.AddTools(List.of("recall"), Optional.of(TEXT));
    private static final List<Edit> ALL = List.of(REWORD, RESTORE, REPLACE, PREPEND, INSERT, TOOLS);

    @ParameterizedTest
    @EnumSource
    void a_reword_kind_is_read_by_its_word(RewordKind kind) {
        assertEquals(kind, RewordKind.of(kind.word()));
    }

    @Test
    void an_unknown_reword_kind_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> RewordKind.of("invert"));
    }

    @Test
    void only_padding_leaves_everything_readable_and_only_a_stub_nothing() {
        assertEquals(
                List.of(RewordKind.UNPAD),
                Stream.of(RewordKind.values()).filter(RewordKind::keepsAll).toList());
        assertEquals(
                List.of(RewordKind.UNPAD, RewordKind.SHORTEN, RewordKind.SUPERSEDE),
                Stream.of(RewordKind.values()).filter(RewordKind::isReadable).toList());
    }

    @Test
    void the_states_of_reworded_items_are_those_that_the_documentation_lists() {
        assertEquals(
                List.of("unpadded", "shortened", "superseded", "cleared"),
                Stream.of(RewordKind.values()).map(RewordKind::participle).toList());
        assertEquals(
                List.of("without padding", "shortened", "superseded", "cleared"),
                Stream.of(RewordKind.values()).map(RewordKind::label).toList());
    }

    @Test
    void every_edit_except_a_restoration_has_a_text() {
        for (Edit edit : ALL) {
            Optional<Hash> expected = edit.equals(RESTORE) ? Optional.empty() : Optional.of(TEXT);
            assertEquals(expected, edit.addedText(), edit.toString());
        }
        assertEquals(Optional.empty(), new Edit.AddTools(List.of("recall")).addedText());
    }

    @Test
    void tools_change_what_precedes_the_history_and_inserted_calls_change_nothing() {
        for (Edit edit : List.of(REWORD, RESTORE, REPLACE, PREPEND)) {
            assertEquals(Optional.of(NODE), edit.firstChanged(ROOT), edit.toString());
        }
        assertEquals(Optional.of(ROOT), TOOLS.firstChanged(ROOT));
        assertEquals(Optional.empty(), INSERT.firstChanged(ROOT));
    }

    @Test
    void only_rewordings_keep_the_structure_of_a_request() {
        assertEquals(
                List.of(REPLACE, PREPEND, INSERT, TOOLS),
                ALL.stream().filter(Edit::isStructural).toList());
    }

    @Test
    void the_names_of_tools_cannot_be_changed_afterwards() {
        List<String> names = new ArrayList<>(List.of("recall"));
        Edit.AddTools added = new Edit.AddTools(names);
        names.add("note");
        assertEquals(List.of("recall"), added.names());
    }
}
