package dev.throughline.simulator.answer;

import java.util.List;

/** One part of an answer, independent of the dialect. */
public sealed interface AnswerPart {
    int CHARS_PER_TOKEN = 4;

    /** A text for the user. */
    record Text(String text) implements AnswerPart {}

    /** Reasoning, with a signature that the client has to send back unchanged. */
    record Reasoning(String text) implements AnswerPart {}

    /**
     * A call of a function.
     *
     * @param arguments a JSON object
     * @param id the id of the call; derived from the request if it is empty
     */
    record Call(String name, String arguments, String id) implements AnswerPart {
        public Call(String name, String arguments) {
            this(name, arguments, "");
        }
    }

    /** A call of a tool that takes free text: Responses and Chat know these, Messages gets an ordinary call. */
    record CustomCall(String name, String input, String id) implements AnswerPart {
        public CustomCall(String name, String input) {
            this(name, input, "");
        }
    }

    /** A history in one opaque item. */
    record Compaction(String summary) implements AnswerPart {}

    /** A refusal of the model. */
    record Refusal(String text) implements AnswerPart {}

    /** A very long text: {@code events} pieces of {@code bytes} letters each. */
    record Flood(int events, int bytes) implements AnswerPart {
        /** Beyond this size the closing events do not repeat the text, or one event would have to hold it all. */
        static final long MOST_REPEATED = 1 << 20;

        String closing() {
            return (long) events * bytes > MOST_REPEATED ? "" : "x".repeat(events * bytes);
        }
    }

    /** All that this part says; a flood says nothing that would have to be held whole. */
    default String text() {
        return switch (this) {
            case Text(String text) -> text;
            case Reasoning(String text) -> text;
            case Call call -> call.arguments();
            case CustomCall call -> call.input();
            case Compaction(String summary) -> summary;
            case Refusal(String text) -> text;
            case Flood flood -> flood.closing();
        };
    }

    /** How many tokens the model wrote for this part, at least one. */
    default long tokens() {
        long chars = this instanceof Flood(int events, int bytes) ? (long) events * bytes : text().length();
        return Math.max(1, chars / CHARS_PER_TOKEN);
    }

    /** Whether the client has to act before the model can go on. */
    default boolean isCall() {
        return this instanceof Call || this instanceof CustomCall;
    }

    static long tokens(List<AnswerPart> parts) {
        return parts.stream().mapToLong(AnswerPart::tokens).sum();
    }
}
