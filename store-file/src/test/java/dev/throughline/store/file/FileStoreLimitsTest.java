package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FileStoreLimitsTest {
    @Test
    void the_defaults_have_the_documented_values() {
        Duration second = Duration.ofSeconds(1);
        assertEquals(
                new FileStoreLimits(
                        8_388_608, 268_435_456, 4_194_304, second, second.multipliedBy(30), 2048, 67_108_864, 1000),
                FileStoreLimits.DEFAULTS);
    }

    @Test
    void a_limit_of_zero_is_rejected() {
        Duration second = Duration.ofSeconds(1);
        assertThrows(IllegalArgumentException.class, () -> new FileStoreLimits(0, 1, 1, second, second, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new FileStoreLimits(1, 1, 1, second, second, 0, 1, 1));
        assertThrows(
                IllegalArgumentException.class, () -> new FileStoreLimits(1, 1, 1, Duration.ZERO, second, 1, 1, 1));
    }
}
