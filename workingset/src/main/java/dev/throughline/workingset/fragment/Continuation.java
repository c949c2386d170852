package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The message from which a model goes on when its history was replaced: that it was, what happened in it, and what the
 * user said, verbatim. Its frame is {@code continuation.md}.
 */
public final class Continuation {
    private static final String FRAME = frame();

    private Continuation() {}

    /** The message in place of the pieces from one to another. */
    public static String of(Chain chain, int first, int last, String summary, List<String> words) {
        StringBuilder said = new StringBuilder();
        for (String text : words) {
            said.append("<user_message>\n").append(text).append("\n</user_message>\n");
        }
        return FRAME.replace("{first}", chain.piece(first).handle())
                .replace("{last}", chain.piece(last).handle())
                .replace("{words}", said.isEmpty() ? "(none)\n" : said.toString())
                .replace("{summary}", summary.strip());
    }

    private static String frame() {
        try (InputStream in = Continuation.class.getResourceAsStream("continuation.md")) {
            if (in == null) {
                throw new IllegalStateException("expected continuation.md beside this class, found nothing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
