package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class IndexMessagesTest {
    @Test
    void a_number_is_read() {
        assertEquals(7, IndexMessages.of(" 7 "));
        assertEquals(0, IndexMessages.of("0"));
    }

    @Test
    void a_malformed_number_switches_automatic_names_off() {
        assertEquals(0, IndexMessages.of("five"));
        assertEquals(0, IndexMessages.of("-1"));
        assertEquals(0, IndexMessages.of("99999999999"));
    }
}
