package dev.throughline.wire.dialects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Dialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DialectsTest {
    @ParameterizedTest
    @EnumSource
    void every_dialect_has_its_wire(Dialect dialect) {
        assertEquals(dialect, Dialects.of(dialect).dialect());
    }
}
