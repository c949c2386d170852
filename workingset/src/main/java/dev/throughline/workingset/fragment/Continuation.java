package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message from which a model goes on when its history was replaced: that it was, what happened in it, and what the
 * user said, verbatim. Its frame is {@code continuation.md}.
 */
public final class Continuation {
    private static final String FRAME = frame();
    private static final Pattern PLACE = Pattern.compile("\\{(?:first|last|words|summary)}");

    private Continuation() {}

    /** The message in place of the pieces from one to another. */
    public static String of(Chain chain, int first, int last, String summary, List<String> words) {
        StringBuilder said = new StringBuilder();
        for (String text : words) {
            said.append("<user_message>\n").append(text).append("\n</user_message>\n");
        }
        Map<String, String> parts = Map.of(
                "{first}", chain.piece(first).handle(),
                "{last}", chain.piece(last).handle(),
                "{words}", said.isEmpty() ? "(none)\n" : said.toString(),
                "{summary}", summary.strip());
        // In one pass: what the user said may hold the name of a place.
        return PLACE.matcher(FRAME).replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(), "")));
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
