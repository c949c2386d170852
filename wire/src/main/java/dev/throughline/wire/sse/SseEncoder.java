package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.RawJson;

/**
 * Writes server-sent events as the clients of a dialect expect them.
 *
 * <pre>
 *   Responses, Messages    event: NAME⏎data: DATA⏎⏎      (Anthropic's clients drop an event without its name)
 *   Chat                   data: DATA⏎⏎                  and at the end data: [DONE]⏎⏎
 * </pre>
 *
 * <p>Data with line ends becomes one data line for each of its lines, so that a decoder gives back the same lines,
 * joined by LF. Safe for use by many threads.
 */
public final class SseEncoder {
    /** The data of the event that ends a Chat stream. */
    public static final Bytes DONE = Bytes.of("[DONE]");

    private final Dialect dialect;

    public SseEncoder(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The bytes of one event. Chat has no names for its events, there the name is left out. */
    public Bytes event(String name, Bytes data) {
        RawJson out = new RawJson();
        boolean isNamed =
                switch (dialect) {
                    case RESPONSES, MESSAGES -> true;
                    case CHAT -> false;
                };
        if (isNamed && !name.isEmpty()) {
            out.add("event: ").add(name).add("\n");
        }
        lines(data, out);
        return out.add("\n").toBytes();
    }

    /** What ends a stream after its last event; empty where the dialect has no such thing. */
    public Bytes end() {
        return switch (dialect) {
            case RESPONSES, MESSAGES -> Bytes.EMPTY;
            case CHAT -> event("", DONE);
        };
    }

    /** A comment that every client passes over: it holds the line while nothing else is to be said. */
    public static Bytes comment(String text) {
        return Bytes.of(": " + text + "\n\n");
    }

    private static void lines(Bytes data, RawJson out) {
        byte[] array = data.array();
        int end = data.length();
        int start = 0;
        for (int at = 0; at <= end; at++) {
            int sign = at < end ? array[data.offset() + at] : '\n';
            if (sign == '\n' || sign == '\r') {
                out.add("data: ").add(data.slice(new Span(start, at))).add("\n");
                boolean isPair = sign == '\r' && at + 1 < end && array[data.offset() + at + 1] == '\n';
                at = isPair ? at + 1 : at;
                start = at + 1;
            }
        }
    }
}
