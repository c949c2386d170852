package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ValidationRuleTest {
    @Test
    void the_code_is_the_name_in_small_letters() {
        assertEquals("result_missing", ValidationRule.RESULT_MISSING.code());
    }
}
