package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.session.AgentMarkers.Marker;
import dev.throughline.engine.session.AgentMarkers.Meaning;
import dev.throughline.engine.session.AgentMarkers.Place;
import dev.throughline.workingset.Piece;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AgentMarkersTest {
    @Test
    void a_line_of_the_table_is_a_marker_and_comments_are_not() {
        assertEquals(
                new AgentMarkers(List.of(new Marker(Meaning.COMPACTION, "x", Place.LAST_USER, "Sum up"))),
                AgentMarkers.parse(List.of("# comment", "", "compaction\tx\tlast-user\tSum up")));
    }

    @Test
    void a_line_without_a_text_is_refused_with_the_line_in_the_message() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> AgentMarkers.parse(List.of("aside\tx\tuser\t")));
        assertTrue(String.valueOf(refused.getMessage()).contains("aside\tx\tuser"));
    }

    @Test
    void an_invalid_line_is_reported_with_its_number_and_what_to_write() {
        assertEquals(
                "Line 2: 'asides' is no meaning. Use one of: compaction, continuation, aside, scaffold, notice,"
                        + " answer.",
                refused("# mine", "asides\tx\tuser\tHello"));
        assertEquals(
                "Line 1: 'end' is no place. Use one of: last-user, system, user, within, below, only-tool, result,"
                        + " result-of, type, metadata.",
                refused("aside\tx\tend\tHello"));
        assertEquals(
                "Line 1: A marker has four columns with a tab between them: meaning, client, place, text."
                        + " This line is 'aside x user Hello'.",
                refused("aside x user Hello"));
    }

    private static String refused(String... lines) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> AgentMarkers.parse(List.of(lines)))
                .getMessage());
    }

    @Test
    void the_built_in_table_recognises_the_real_agents() {
        AgentMarkers markers = AgentMarkers.builtIn();
        assertTrue(markers.matches(
                Meaning.CONTINUATION,
                Place.USER,
                "This session is being continued from a previous conversation that ran out of context."));
        assertTrue(markers.matches(Meaning.COMPACTION, Place.TYPE, "compaction_trigger"));
        assertFalse(markers.matches(Meaning.COMPACTION, Place.LAST_USER, "Please run echo"));
    }

    @Test
    void events_are_notices_and_lasting_context_is_not() {
        AgentMarkers markers = AgentMarkers.builtIn();
        Set<Piece.Trait> notice = Set.of(Piece.Trait.AGENT_TEXT, Piece.Trait.NOTICE);
        assertEquals(notice, markers.authorship("<turn_aborted>\nThe user interrupted."));
        assertEquals(notice, markers.authorship("<system-reminder>\n[SYSTEM NOTIFICATION - NOT USER INPUT]"));
        assertEquals(Set.of(Piece.Trait.AGENT_TEXT), markers.authorship("<environment_context>\n<cwd>/a</cwd>"));
        assertEquals(
                Set.of(Piece.Trait.AGENT_TEXT),
                markers.authorship("<system-reminder>\nToday's date is 2026-11-15.\n</system-reminder>"));
        assertEquals(Set.of(), markers.authorship("Mend it."));
        assertTrue(markers.matches(Meaning.SCAFFOLD, Place.USER, "<turn_aborted>"), "no person wrote it");
    }

    @Test
    void answers_of_the_user_are_recognised_in_tool_results() {
        AgentMarkers markers = AgentMarkers.builtIn();
        Set<Piece.Trait> answer = Set.of(Piece.Trait.USER_ANSWER);
        String refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was"
                + " a file edit, the new_string was NOT written to the file). To tell you how to proceed,"
                + " the user said:\n"
                + "use what is in explain.go";
        String answered = "User has answered your questions: \"Which?\"=\"#325\".";
        assertEquals(answer, markers.answer("Write", /* isError= */ true, refusal));
        assertEquals(answer, markers.answer("AskUserQuestion", /* isError= */ false, answered));
        assertEquals(answer, markers.answer("request_user_input", /* isError= */ false, "{\"answers\":{}}"));
        assertEquals(Set.of(), markers.answer("Bash", /* isError= */ false, refusal), "a command may print that");
        assertEquals(Set.of(), markers.answer("Bash", /* isError= */ false, answered));
    }

    @Test
    void a_line_of_the_user_overrides_the_same_built_in_line() {
        AgentMarkers markers =
                AgentMarkers.builtIn().and(AgentMarkers.parse(List.of("scaffold\tany\tuser\t<turn_aborted>")));
        assertEquals(Set.of(Piece.Trait.AGENT_TEXT), markers.authorship("<turn_aborted>"));
    }
}
