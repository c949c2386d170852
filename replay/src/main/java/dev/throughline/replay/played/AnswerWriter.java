package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes answers as one provider does: as a stream of events, or whole. */
abstract class AnswerWriter {
    /** As much text goes into one event. */
    private static final int DELTA_CHARS = 600;

    private static final int CHARS_PER_TOKEN = 4;

    /**
     * How an answer is signed.
     *
     * @param id the middle of its ids
     */
    record Signature(String id, String model, Billed billed) {}

    static AnswerWriter of(Dialect dialect) {
        return switch (dialect) {
            case MESSAGES -> new MessagesWriter();
            case RESPONSES -> new ResponsesWriter();
            case CHAT -> new ChatWriter();
        };
    }

    /** The answer as events. */
    abstract Bytes stream(Object answer, Signature signature);

    /** The answer as one value. */
    abstract Map<String, @Nullable Object> whole(Object answer, Signature signature);

    /** An answer that is only a text. */
    abstract Object textAnswer(String text);

    /** An error body in the provider's shape. */
    abstract Map<String, @Nullable Object> error(String kind, String message, @Nullable String code);

    /** The error about a prompt that does not fit. */
    abstract Map<String, @Nullable Object> overflow(long tokens, long window);

    static int outputTokens(Object answer) {
        return Math.max(1, Texts.length(Compact.text(answer)) / CHARS_PER_TOKEN);
    }

    static long rounded(double tokens) {
        return (long) Math.rint(tokens);
    }

    /** A text in pieces as they are streamed; an empty one is one empty piece. */
    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = Math.min(text.length(), start + DELTA_CHARS);
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            pieces.add(text.substring(start, end));
            start = end;
        }
        return pieces.isEmpty() ? List.of("") : pieces;
    }

    static void event(StringBuilder out, String name, Map<String, @Nullable Object> value) {
        out.append("event: ").append(name).append('\n');
        event(out, value);
    }

    static void event(StringBuilder out, Map<String, @Nullable Object> value) {
        out.append("data: ").append(Compact.text(value)).append("\n\n");
    }

    /** A map with some members set anew. */
    static Map<String, @Nullable Object> with(Map<?, ?> map, @Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> copy = Compact.object();
        map.forEach((name, value) -> copy.put(String.valueOf(name), value));
        copy.putAll(Compact.object(namesAndValues));
        return copy;
    }

    static String text(Map<?, ?> map, String name) {
        return map.get(name) instanceof String text ? text : "";
    }

    /** The members of an answer's list that are objects. */
    static List<Map<?, ?>> objects(Object list) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (list instanceof List<?> all) {
            for (Object each : all) {
                if (each instanceof Map<?, ?> map) {
                    objects.add(map);
                }
            }
        }
        return objects;
    }
}
