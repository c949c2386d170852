package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message that replaces a history: that it was replaced, what happened in it, and the user's words verbatim. Its
 * template is {@code continuation.md}.
 */
public final class Continuation {
    private static final String TEMPLATE = template();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?:range|recall|words|surroundings|summary)}");

    private Continuation() {}

    /**
     * The text of the message.
     *
     * @param replaced the pieces that it replaces
     * @param environment the agent's newest texts about its environment
     */
    public static String of(
            Chain chain, PieceRange replaced, String summary, List<String> userTexts, List<String> environment) {
        StringBuilder messages = new StringBuilder();
        for (String text : userTexts) {
            messages.append("<user_message>\n").append(text).append("\n</user_message>\n");
        }
        String range = chain.hasRecall()
                ? " from=\"" + chain.handle(replaced.first()) + "\" to=\"" + chain.handle(replaced.last()) + "\""
                : "";
        Map<String, String> parts = Map.of(
                "{range}",
                range,
                "{recall}",
                chain.hasRecall() ? " recall finds every exact text again." : "",
                "{words}",
                messages.isEmpty() ? "(none)\n" : messages.toString(),
                "{surroundings}",
                environment(environment),
                "{summary}",
                summary.strip());
        // In one pass: the user's words may contain the name of a placeholder.
        return PLACEHOLDER
                .matcher(TEMPLATE)
                .replaceAll(name -> Matcher.quoteReplacement(parts.getOrDefault(name.group(), "")));
    }

    /** The part with the agent's texts about its environment; empty if there are none. */
    public static String environment(List<String> texts) {
        return texts.isEmpty()
                ? ""
                : "What the agent last told about its surroundings; it holds now:\n" + String.join("\n", texts) + "\n";
    }

    private static String template() {
        try (InputStream in = Continuation.class.getResourceAsStream("continuation.md")) {
            if (in == null) {
                throw new IllegalStateException("The resource continuation.md is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
