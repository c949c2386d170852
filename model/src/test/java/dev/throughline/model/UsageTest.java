package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class UsageTest {
    @Test
    void usages_are_added_per_class_and_the_prompt_is_the_sum_of_the_input_classes() {
        Usage usage = new Usage(1, 20, 300, 4_000);

        assertEquals(new Usage(2, 40, 600, 8_000), usage.plus(usage));
        assertEquals(usage, usage.plus(Usage.NONE));
        assertEquals(321, usage.prompt());
    }

    @Test
    void a_negative_count_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new Usage(0, 0, -1, 0));
    }
}
