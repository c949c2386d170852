package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantTest {
    @Test
    void a_tenant_is_a_short_plain_name() {
        assertEquals("team-7_a", new Tenant("team-7_a").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Team", "../x", "-a", "a b", "ä", "a/b", "a.b"})
    void a_name_that_could_mean_something_to_a_file_system_is_refused(String name) {
        assertThrows(IllegalArgumentException.class, () -> new Tenant(name));
    }

    @Test
    void a_long_name_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> new Tenant("a".repeat(65)));
    }
}
