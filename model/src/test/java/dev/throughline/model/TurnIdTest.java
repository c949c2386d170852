package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TurnIdTest {
    @Test
    void an_id_is_parsed_and_printed_unchanged() {
        String text = "0198c5a0-0000-7000-8000-000000000001";
        assertEquals(text, TurnId.of(text).toString());
    }
}
