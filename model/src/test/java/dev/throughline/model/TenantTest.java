package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantTest {
    @Test
    void a_name_may_contain_lowercase_letters_digits_dashes_and_underscores() {
        assertEquals("team-7_a", new Tenant("team-7_a").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Team", "../x", "-a", "a b", "ä", "a/b", "a.b"})
    void a_name_with_other_characters_is_rejected(String name) {
        assertThrows(IllegalArgumentException.class, () -> new Tenant(name));
    }

    @Test
    void a_long_name_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new Tenant("a".repeat(65)));
    }
}
