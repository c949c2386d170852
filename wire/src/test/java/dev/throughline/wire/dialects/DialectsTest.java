package dev.throughline.wire.dialects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Dialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DialectsTest {
    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void every_dialect_has_its_wire(Dialect dialect) {
        assertEquals(dialect, Dialects.of(dialect).dialect());
    }
}
