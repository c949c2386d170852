package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

final class ScaffoldsTest {
    @Test
    void a_tag_is_a_kind_whatever_it_says() {
        assertEquals(
                Scaffolds.kind("<environment_context>\n  <cwd>/a</cwd>\n</environment_context>"),
                Scaffolds.kind("<environment_context><cwd>/b</cwd></environment_context>"));
        assertNotEquals(Scaffolds.kind("<skill>\nx"), Scaffolds.kind("<turn_aborted>\nx"));
    }

    @Test
    void project_documentation_is_a_kind_for_each_folder() {
        assertEquals(
                Scaffolds.kind("# AGENTS.md instructions for /a\n\nBe kind."),
                Scaffolds.kind("# AGENTS.md instructions for /a\n\nBe quick."));
        assertNotEquals(
                Scaffolds.kind("# AGENTS.md instructions for /a\nx"),
                Scaffolds.kind("# AGENTS.md instructions for /b\nx"));
    }

    @Test
    void reminders_are_told_apart_by_how_they_begin() {
        assertEquals(
                Scaffolds.kind("<system-reminder>\nThe file was changed on disk: a.go\n</system-reminder>"),
                Scaffolds.kind("<system-reminder>\nThe file was changed on disk: b.go\n</system-reminder>"));
        assertNotEquals(
                Scaffolds.kind("<system-reminder>\nThe file was changed on disk: a.go"),
                Scaffolds.kind("<system-reminder>\nYour todo list is empty."));
        assertEquals("<system-reminder>", Scaffolds.kind("<system-reminder>"));
        assertEquals("", Scaffolds.kind(" "));
    }
}
