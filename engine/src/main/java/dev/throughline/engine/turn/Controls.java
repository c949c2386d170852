package dev.throughline.engine.turn;

import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * What a client asked of us, rather than of the model, in its {@code X-Throughline-…} headers.
 *
 * @param memory whether this one request gets memory, when the client says so
 * @param time the time at which the request is to have come; only believed when a replay is wanted
 */
record Controls(Optional<Boolean> memory, Optional<Instant> time) {
    static Controls of(Headers headers, boolean trustsTime) {
        Optional<Boolean> memory = headers.first("x-throughline-memory").map(Controls::onOrOff);
        Optional<Instant> time =
                trustsTime ? headers.first("x-throughline-time").map(Controls::instant) : Optional.empty();
        return new Controls(memory, time);
    }

    private static boolean onOrOff(String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "on", "true", "1", "yes" -> true;
            case "off", "false", "0", "no" -> false;
            default -> throw bad("X-Throughline-Memory must be 'on' or 'off'; it is '" + value + "'.");
        };
    }

    private static Instant instant(String value) {
        try {
            return Instant.parse(value.strip());
        } catch (DateTimeParseException e) {
            throw bad("X-Throughline-Time must be a time like 2026-04-05T06:07:08Z; it is '" + value + "'.");
        }
    }

    private static ProxyException bad(String message) {
        return new ProxyException(ProxyException.Kind.CALLER, "bad_control_header", message);
    }
}
