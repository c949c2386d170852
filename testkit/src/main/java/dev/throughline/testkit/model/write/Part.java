package dev.throughline.testkit.model.write;

import dev.throughline.testkit.model.cache.Prompt;
import java.util.List;
import java.util.stream.Stream;

/** One thing that a model says, in no dialect. */
public sealed interface Part {
    /** Words for the user. */
    record Text(String text) implements Part {}

    /** Thoughts, which come with a seal that the client has to send back unchanged. */
    record Reasoning(String text) implements Part {}

    /** A call of a function; the arguments are JSON. */
    record Call(String name, String arguments) implements Part {}

    /** A call of a tool that takes free text: Responses and Chat know these, Messages gets an ordinary call. */
    record CustomCall(String name, String input) implements Part {}

    /** A history in one opaque item. */
    record Compaction(String summary) implements Part {}

    /** A model that will not. */
    record Refusal(String text) implements Part {}

    /** Far too many words: {@code events} pieces of {@code bytes} letters each. */
    record Flood(int events, int bytes) implements Part {
        /** Beyond this size the closing events do not repeat the text, or one event would have to hold it all. */
        static final long MOST_REPEATED = 1 << 20;

        String closing() {
            return (long) events * bytes > MOST_REPEATED ? "" : "x".repeat(events * bytes);
        }
    }

    /** The text of this part in the pieces in which it is streamed. */
    default Stream<String> pieces() {
        return switch (this) {
            case Text(String text) -> Pieces.of(text);
            case Reasoning(String text) -> Pieces.of(text);
            case Call(String _, String arguments) -> Pieces.of(arguments);
            case CustomCall(String _, String input) -> Pieces.of(input);
            case Compaction(String summary) -> Pieces.of(summary);
            case Refusal(String text) -> Pieces.of(text);
            case Flood(int events, int bytes) ->
                Stream.generate(() -> "x".repeat(bytes)).limit(events);
        };
    }

    /** How many tokens the model wrote for this part, at least one. */
    default long tokens() {
        long chars =
                switch (this) {
                    case Flood(int events, int bytes) -> (long) events * bytes;
                    case Text _, Reasoning _, Call _, CustomCall _, Compaction _, Refusal _ ->
                        pieces().mapToLong(String::length).sum();
                };
        return Math.max(1, chars / Prompt.CHARS_PER_TOKEN);
    }

    /** Whether the client has to act before the model can go on. */
    default boolean isCall() {
        return this instanceof Call || this instanceof CustomCall;
    }

    static long tokens(List<Part> parts) {
        return parts.stream().mapToLong(Part::tokens).sum();
    }
}
