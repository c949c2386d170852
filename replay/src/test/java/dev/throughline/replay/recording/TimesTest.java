package dev.throughline.replay.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class TimesTest {
    private static OptionalDouble of(String json) {
        return Times.of(Json.parse(Bytes.of(json)));
    }

    @Test
    void texts_and_milliseconds_are_times() {
        assertEquals(OptionalDouble.of(1_770_813_507.061), of("\"2026-02-11T12:38:27.061Z\""));
        assertEquals(OptionalDouble.of(1_770_813_507.0), of("\"2026-02-11T13:38:27+01:00\""));
        assertEquals(OptionalDouble.of(1_770_813_507.0), of("\"2026-02-11T12:38:27\""));
        assertEquals(OptionalDouble.of(1.5), of("1500"));
    }

    @Test
    void anything_else_is_none() {
        assertEquals(OptionalDouble.empty(), of("\"yesterday\""));
        assertEquals(OptionalDouble.empty(), of("true"));
        assertEquals(OptionalDouble.empty(), Times.of(null));
    }
}
