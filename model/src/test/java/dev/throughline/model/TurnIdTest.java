package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TurnIdTest {
    @Test
    void an_id_reads_what_it_wrote() {
        String text = "0198c5a0-0000-7000-8000-000000000001";
        assertEquals(text, TurnId.of(text).toString());
    }
}
