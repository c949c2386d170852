package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RuleTest {
    @Test
    void the_code_is_the_name_in_small_letters() {
        assertEquals("result_missing", Rule.RESULT_MISSING.code());
    }
}
