package dev.throughline.bench;

import java.nio.charset.StandardCharsets;

/**
 * An agent's conversation in one session and dialect: tools, a long history of calls and results, and then in each turn
 * a reply and the next question. Each request resends all of it, as agents do.
 */
final class Conversation {
    /** The answer of the scripted model to every request. */
    static final String REPLY = "Done; the file was read and nothing in it has to change.";

    /** About the bytes of a result in addition to its text. */
    private static final int RESULT_FRAME = 120;

    private static final String LINE = "    private final List<String> names = List.of(\\\"one\\\", \\\"two\\\");\\n";

    private final DialectText dialectText;
    private final StringBuilder body;
    private final int baseLength;
    private int turns;

    /**
     * A conversation that already has a history.
     *
     * @param items the items of its history, an even number: calls and their results
     * @param itemBytes the mean length of one of them
     */
    Conversation(DialectText dialectText, boolean isStreaming, int items, int itemBytes) {
        this.dialectText = dialectText;
        this.body = new StringBuilder(items * (itemBytes + 64) + 4096);
        body.append(dialectText.opening(isStreaming));
        for (int i = 0; i < items / 2; i++) {
            String call = dialectText.call(i);
            String text = text(i, Math.max(16, 2 * itemBytes - call.length() - RESULT_FRAME));
            body.append(',').append(call).append(',').append(dialectText.result(i, text));
        }
        this.baseLength = body.length();
    }

    /** A text like those that tools return, with as many escapes. */
    private static String text(int number, int length) {
        StringBuilder text = new StringBuilder("file " + number + ": ");
        while (text.length() < length) {
            text.append(LINE);
        }
        return text.toString();
    }

    /** The first request of a session: all of the history and a question. */
    byte[] first() {
        body.setLength(baseLength);
        turns = 0;
        body.append(',').append(dialectText.user("Read on, part 0."));
        return bytes();
    }

    /** The next request: the reply and one more question. */
    byte[] next() {
        body.append(',').append(dialectText.assistant(REPLY));
        body.append(',').append(dialectText.user("Read on, part " + ++turns + "."));
        return bytes();
    }

    /** A request with the history and two new items, which replace the two new items of the previous request. */
    byte[] other() {
        body.setLength(baseLength);
        body.append(',').append(dialectText.assistant("Trying way " + ++turns + "."));
        body.append(',').append(dialectText.user("Then go way " + turns + "."));
        return bytes();
    }

    private byte[] bytes() {
        int length = body.length();
        byte[] bytes = body.append(dialectText.closing()).toString().getBytes(StandardCharsets.ISO_8859_1);
        body.setLength(length);
        return bytes;
    }
}
