package dev.throughline.memory.note;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SheetTest {
    @Test
    void what_is_told_has_no_empty_sections() {
        Sheet sheet = Sheet.of("").with(Section.TASK, "Mend the roof.").with(Section.STATE, "Half done.");
        assertEquals("# Current state\nHalf done.\n# Task\nMend the roof.", sheet.told());
        assertEquals("a person's own words", Sheet.of("a person's own words").told());
    }

    @Test
    void a_sheet_is_read_as_it_was_written() {
        Sheet sheet = Sheet.of("above\n").with(Section.TASK, "Mend the roof.\nAnd the door.");
        assertEquals(sheet.told(), Sheet.of(sheet.written()).told());
    }
}
