package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

final class EnvironmentKindTest {
    @Test
    void a_tag_is_a_kind_whatever_it_says() {
        assertEquals(
                EnvironmentKind.of("<environment_context>\n  <cwd>/a</cwd>\n</environment_context>"),
                EnvironmentKind.of("<environment_context><cwd>/b</cwd></environment_context>"));
        assertNotEquals(EnvironmentKind.of("<skill>\nx"), EnvironmentKind.of("<turn_aborted>\nx"));
    }

    @Test
    void project_documentation_is_a_kind_for_each_folder() {
        assertEquals(
                EnvironmentKind.of("# AGENTS.md instructions for /a\n\nBe kind."),
                EnvironmentKind.of("# AGENTS.md instructions for /a\n\nBe quick."));
        assertNotEquals(
                EnvironmentKind.of("# AGENTS.md instructions for /a\nx"),
                EnvironmentKind.of("# AGENTS.md instructions for /b\nx"));
    }

    @Test
    void reminders_differ_by_their_beginning() {
        assertEquals(
                EnvironmentKind.of("<system-reminder>\nThe file was changed on disk: a.go\n</system-reminder>"),
                EnvironmentKind.of("<system-reminder>\nThe file was changed on disk: b.go\n</system-reminder>"));
        assertNotEquals(
                EnvironmentKind.of("<system-reminder>\nThe file was changed on disk: a.go"),
                EnvironmentKind.of("<system-reminder>\nYour todo list is empty."));
        assertEquals("<system-reminder>", EnvironmentKind.of("<system-reminder>"));
        assertEquals("", EnvironmentKind.of(" "));
    }
}
