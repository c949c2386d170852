package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import java.util.List;

/** The message that replaces a history: that it was replaced, what happened in it, and the user's words verbatim. */
public final class Continuation {
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
        return """
            <throughline_summary%s>
            The earlier part of this conversation no longer fits and was replaced by this message. It is a record of \
            what happened, not a new request. Build on the work it describes; do not repeat steps that are done.%s

            What the user said, oldest first:
            %s%s
            What happened:
            %s
            </throughline_summary>\
            """.formatted(
                        range,
                        chain.hasRecall() ? " recall finds every exact text again." : "",
                        messages.isEmpty() ? "(none)\n" : messages,
                        environment(environment),
                        summary.strip());
    }

    /** The part with the agent's texts about its environment; empty if there are none. */
    public static String environment(List<String> texts) {
        return texts.isEmpty()
                ? ""
                : "What the agent last told about its surroundings; it holds now:\n" + String.join("\n", texts) + "\n";
    }
}
