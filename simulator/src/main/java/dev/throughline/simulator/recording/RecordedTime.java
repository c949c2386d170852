package dev.throughline.simulator.recording;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/** Reads the times of recordings: ISO texts, or milliseconds since the epoch. */
final class RecordedTime {
    private static final double MILLIS = 1000;
    private static final double MICROS = 1_000_000;
    private static final int NANOS_PER_MICRO = 1000;

    private RecordedTime() {}

    /** Seconds since the epoch; nothing when there is no usable time. */
    static OptionalDouble of(JsonNode stamp) {
        if (stamp.isNumber()) {
            return OptionalDouble.of(stamp.doubleValue() / MILLIS);
        }
        return stamp.isString() ? iso(stamp.stringValue()) : OptionalDouble.empty();
    }

    private static OptionalDouble iso(String text) {
        try {
            boolean hasZone = text.endsWith("Z") || text.matches(".*[+-]\\d\\d:?\\d\\d$");
            OffsetDateTime time = hasZone
                    ? OffsetDateTime.parse(text)
                    : LocalDateTime.parse(text).atOffset(ZoneOffset.UTC);
            long micros = time.toEpochSecond() * (long) MICROS + time.getNano() / NANOS_PER_MICRO;
            return OptionalDouble.of(micros / MICROS);
        } catch (DateTimeException e) {
            return OptionalDouble.empty();
        }
    }
}
