package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SessionIdTest {
    private static final String TEXT = "0198c5a0-0000-7000-8000-000000000001";

    @Test
    void an_id_reads_what_it_wrote() {
        assertEquals(TEXT, SessionId.of(TEXT).toString());
    }

    @Test
    void a_wrong_id_is_refused_with_a_way_out() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> SessionId.of("yesterday"));
        assertTrue(String.valueOf(refused.getMessage()).contains("throughline sessions"));
    }
}
