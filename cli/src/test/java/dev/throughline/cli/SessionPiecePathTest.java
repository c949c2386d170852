package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionPiecePathTest {
    @Test
    void a_path_of_a_session_names_the_command_that_opens_it() {
        SessionPiecePath piece = SessionPiecePath.of("sessions/0198c5a0-0000-7000-8000-000000000001/ab12cd34#L1-L3")
                .orElseThrow();
        assertEquals("throughline recall 0198c5a0-0000-7000-8000-000000000001 --id ab12cd34", piece.command());
        assertEquals(Optional.empty(), SessionPiecePath.of("memory/2026-04-05.md"));
        assertEquals(Optional.empty(), SessionPiecePath.of("sessions/x; rm -rf/ab"));
    }
}
