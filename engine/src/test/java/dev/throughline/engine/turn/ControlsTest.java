package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ControlsTest {
    private static final boolean TRUSTED = true;

    @Test
    void nothing_asked_is_nothing() {
        assertEquals(new Controls(Optional.empty(), Optional.empty()), Controls.of(Headers.NONE, TRUSTED));
    }

    @Test
    void memory_is_on_or_off() {
        assertEquals(
                Optional.of(true),
                Controls.of(Headers.of("X-Throughline-Memory", "on"), TRUSTED).memory());
        assertEquals(
                Optional.of(false),
                Controls.of(Headers.of("X-Throughline-Memory", "OFF"), TRUSTED).memory());
    }

    @Test
    void another_word_is_refused_with_what_is_allowed() {
        ProxyException refused = assertThrows(
                ProxyException.class, () -> Controls.of(Headers.of("x-throughline-memory", "maybe"), TRUSTED));
        assertEquals(ProxyException.Kind.CALLER, refused.kind());
        assertTrue(refused.sentence().contains("'on' or 'off'")
                && refused.sentence().contains("maybe"));
    }

    @Test
    void the_clients_time_is_believed_only_in_a_replay() {
        Headers headers = Headers.of("x-throughline-time", "2026-04-05T06:07:08Z");
        assertEquals(
                Optional.of(Instant.parse("2026-04-05T06:07:08Z")),
                Controls.of(headers, TRUSTED).time());
        assertEquals(Optional.empty(), Controls.of(headers, !TRUSTED).time());
        assertThrows(ProxyException.class, () -> Controls.of(Headers.of("x-throughline-time", "yesterday"), TRUSTED));
    }
}
