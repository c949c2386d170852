package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class NotesPageTest {
    @Test
    void shown_notes_have_no_empty_sections() {
        NotesPage page =
                NotesPage.of("").with(NotesSection.TASK, "Mend the roof.").with(NotesSection.STATE, "Half done.");
        assertEquals("# Current state\nHalf done.\n# Task\nMend the roof.", page.shown());
        assertEquals(
                "a person's own words", NotesPage.of("a person's own words").shown());
    }

    @Test
    void a_written_page_is_read_again() {
        NotesPage page = NotesPage.of("above\n").with(NotesSection.TASK, "Mend the roof.\nAnd the door.");
        assertEquals(page.shown(), NotesPage.of(page.format()).shown());
    }
}
