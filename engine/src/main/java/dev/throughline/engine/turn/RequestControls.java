package dev.throughline.engine.turn;

import dev.throughline.engine.history.HistoryHolder;
import dev.throughline.engine.session.HeaderText;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings that a client sent in {@code X-Throughline-…} headers.
 *
 * @param memory whether this request gets memory, if the client sets it
 * @param time the time of the request, if it is a replay of a recorded session
 * @param todo the new todo of the session; an empty text removes it
 * @param pinned the new pinned text of the session; an empty text removes it
 * @param history who holds the history of the session, if the client names it
 */
record RequestControls(
        Optional<Boolean> memory,
        Optional<Instant> time,
        Optional<String> todo,
        Optional<String> pinned,
        Optional<HistoryHolder> history) {
    static final RequestControls NONE = new RequestControls(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    static RequestControls of(Headers headers, boolean trustsTime) {
        Optional<Boolean> memory = headers.first("x-throughline-memory").map(RequestControls::onOrOff);
        Optional<Instant> time =
                trustsTime ? headers.first("x-throughline-time").map(RequestControls::instant) : Optional.empty();
        return new RequestControls(
                memory,
                time,
                headers.first("x-throughline-todo").map(value -> text("X-Throughline-Todo", value)),
                headers.first("x-throughline-pinned").map(value -> text("X-Throughline-Pinned", value)),
                headers.first("x-throughline-history").map(RequestControls::holder));
    }

    private static String text(String name, String value) {
        return HeaderText.decoded(name, value).strip();
    }

    private static boolean onOrOff(String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "on", "true", "1", "yes" -> true;
            case "off", "false", "0", "no" -> false;
            default -> throw badHeader("X-Throughline-Memory must be 'on' or 'off'; it is '" + value + "'.");
        };
    }

    private static HistoryHolder holder(String value) {
        return HistoryHolder.find(value)
                .orElseThrow(
                        () -> badHeader("X-Throughline-History must be 'client' or 'gateway'; it is '" + value + "'."));
    }

    private static Instant instant(String value) {
        try {
            return Instant.parse(value.strip());
        } catch (DateTimeParseException e) {
            throw badHeader("X-Throughline-Time must be a time like 2026-04-05T06:07:08Z; it is '" + value + "'.");
        }
    }

    private static ProxyException badHeader(String message) {
        return new ProxyException(ProxyException.Kind.CALLER, "bad_control_header", message);
    }
}
