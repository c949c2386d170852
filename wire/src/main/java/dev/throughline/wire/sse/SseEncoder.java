package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.json.JsonBuilder;

/**
 * Writes server-sent events.
 *
 * <pre>
 *   event: NAME⏎data: DATA⏎⏎      Responses and Messages (Anthropic's clients need the name)
 *   data: DATA⏎⏎                  Chat, whose events have no name
 * </pre>
 *
 * <p>Data with line ends becomes one data line for each of its lines, so that a reader gets the same lines, joined by
 * LF.
 */
public final class SseEncoder {
    private SseEncoder() {}

    /** The bytes of one event; an empty name is not written. */
    public static Bytes event(String name, Bytes data) {
        JsonBuilder out = new JsonBuilder();
        if (!name.isEmpty()) {
            out.add("event: ").add(name).add("\n");
        }
        lines(data, out);
        return out.add("\n").toBytes();
    }

    private static void lines(Bytes data, JsonBuilder out) {
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
