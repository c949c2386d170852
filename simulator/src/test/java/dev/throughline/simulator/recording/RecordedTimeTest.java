package dev.throughline.simulator.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.json.JsonNodes;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class RecordedTimeTest {
    private static OptionalDouble of(String json) {
        return RecordedTime.of(JsonNodes.read(json));
    }

    @Test
    void iso_times_and_milliseconds_are_read() {
        assertEquals(OptionalDouble.of(1_770_813_507.061), of("\"2026-02-11T12:38:27.061Z\""));
        assertEquals(OptionalDouble.of(1_770_813_507.0), of("\"2026-02-11T13:38:27+01:00\""));
        assertEquals(OptionalDouble.of(1_770_813_507.0), of("\"2026-02-11T12:38:27\""));
        assertEquals(OptionalDouble.of(1.5), of("1500"));
    }

    @Test
    void other_values_are_no_time() {
        assertEquals(OptionalDouble.empty(), of("\"yesterday\""));
        assertEquals(OptionalDouble.empty(), of("true"));
        assertEquals(OptionalDouble.empty(), RecordedTime.of(JsonNodes.object().path("x")));
    }
}
