package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.TestConversation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CutNoteTest {
    @Test
    void every_note_is_recognised_at_any_position() {
        Chain chain = new TestConversation().call("Read", "a.go").result("x").chain();
        for (String note : List.of(
                CutNote.output(chain, 1, "Read a.go", List.of("", "a fact")),
                CutNote.lines("62-79", "read again below"),
                CutNote.lines("62-79", ""),
                CutNote.lines(1, ""),
                CutNote.lines(1_204, "recall id=ab12cd34"),
                CutNote.pictures(""),
                CutNote.pictures("recall id=ab12cd34"),
                CutNote.characters(1, ""),
                CutNote.characters(12_000, "recall id=ab12cd34"),
                CutNote.messages(1) + "]",
                CutNote.messages(1_200) + "; what was said and done:")) {
            assertTrue(CutNote.isIn(note), note);
            assertTrue(CutNote.isIn("before\n" + note + "\nafter"), note);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[output]",
                "lines 62-79 not shown",
                "[lines 62-79 are not shown]",
                "cut: [1, 2]",
                "[12 earlier messages]",
                "[pictures: two]",
                "[output cutting: a]"
            })
    void what_only_looks_like_a_note_is_none(String text) {
        assertFalse(CutNote.isIn(text));
    }
}
