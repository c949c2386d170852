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
    private static final Pattern PLACE = Pattern.compile("\\{(?:range|recall|words|surroundings|summary)}");

    private Continuation() {}

    /**
     * What it tells.
     *
     * @param first the first piece in whose place it stands
     * @param last the last of them
     * @param userTexts what the user said
     * @param environment what the agent last said about its environment
     */
    public record Content(int first, int last, String summary, List<String> userTexts, List<String> environment) {
        public Content {
            userTexts = List.copyOf(userTexts);
            environment = List.copyOf(environment);
        }
    }

    /** The message in place of some pieces of a chain. */
    public static String of(Chain chain, Content content) {
        StringBuilder messages = new StringBuilder();
        for (String text : content.userTexts()) {
            messages.append("<user_message>\n").append(text).append("\n</user_message>\n");
        }
        String range = chain.hasRecall()
                ? " from=\"" + chain.handle(content.first()) + "\" to=\"" + chain.handle(content.last()) + "\""
                : "";
        Map<String, String> parts = Map.of(
                "{range}",
                range,
                "{recall}",
                chain.hasRecall() ? " recall finds every exact text again." : "",
                "{words}",
                messages.isEmpty() ? "(none)\n" : messages.toString(),
                "{surroundings}",
                environment(content.environment()),
                "{summary}",
                content.summary().strip());
        // In one pass: what the user said may hold the name of a place.
        return PLACE.matcher(FRAME)
                .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(), "")));
    }

    /** What an agent said about its environment, a line at the end of each; empty if it said nothing. */
    public static String environment(List<String> texts) {
        return texts.isEmpty()
                ? ""
                : "What the agent last told about its surroundings; it holds now:\n" + String.join("\n", texts) + "\n";
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
