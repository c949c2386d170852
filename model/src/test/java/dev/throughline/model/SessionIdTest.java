package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SessionIdTest {
    private static final String TEXT = "0198c5a0-0000-7000-8000-000000000001";

    @Test
    void an_id_is_parsed_and_printed_unchanged() {
        assertEquals(TEXT, SessionId.of(TEXT).toString());
    }

    @Test
    void the_error_for_a_malformed_id_names_the_command_that_lists_sessions() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> SessionId.of("yesterday"));
        assertTrue(String.valueOf(refused.getMessage()).contains("throughline sessions"));
    }
}
