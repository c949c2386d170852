package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTest {
    @ParameterizedTest
    @EnumSource
    void a_dialect_is_found_by_its_word(Dialect dialect) {
        assertEquals(dialect, Dialect.of(dialect.word()));
    }
}
