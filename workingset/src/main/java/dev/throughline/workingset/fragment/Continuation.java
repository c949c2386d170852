package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import java.util.List;
import java.util.Locale;

/**
 * The message that replaces a history: that it was replaced, what happened in it, the user's words verbatim, and that
 * the model should go on without a recap.
 */
public final class Continuation {
    /** What the form with recent exchanges says about the model's next reply. */
    private static final String GO_ON = """
        Go on with the task where it was left; if the user's newest message asks for something else, do that. Do \
        not recap, do not mention this message, and do not ask whether to go on.\
        """;

    private Continuation() {}

    /** The form of the message. */
    public enum Form {
        /** The newest user messages, and then a summary on which the model should build. Codex compacts like this. */
        SUMMARY,
        /**
         * A summary, and then the user messages; the newest exchanges follow verbatim. Claude Code compacts like this.
         */
        CONTINUATION;

        /** The name in settings. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What the message contains.
     *
     * @param userTexts the user messages of the replaced part, oldest first
     * @param environment the agent's newest texts about its environment
     * @param wish what the user wanted to be kept, if they requested the compaction and said so; may be empty
     */
    public record Content(String summary, List<String> userTexts, List<String> environment, String wish) {
        public Content {
            userTexts = List.copyOf(userTexts);
            environment = List.copyOf(environment);
        }
    }

    /**
     * The text of the message.
     *
     * @param replaced the pieces that it replaces
     */
    public static String of(Chain chain, PieceRange replaced, Form form, Content content) {
        String recall = chain.hasRecall() ? " recall finds every exact text again." : "";
        String body =
                switch (form) {
                    case SUMMARY -> summary(content, recall);
                    case CONTINUATION -> continuation(content, recall);
                };
        String range = chain.hasRecall()
                ? " from=\"" + chain.handle(replaced.first()) + "\" to=\"" + chain.handle(replaced.last()) + "\""
                : "";
        return "<throughline_summary" + range + ">\n" + body + "\n</throughline_summary>";
    }

    private static String summary(Content content, String recall) {
        return """
            The earlier part of this conversation was replaced by this record, which is no new request. Build on it \
            and go on with the task, or with what the user asks now. Do not recap, repeat steps that are done, or ask \
            whether to go on.%s

            What the user said, oldest first:
            %s%s%s
            What happened:
            %s\
            """.formatted(
                        recall,
                        messages(content.userTexts()),
                        environment(content.environment()),
                        wish(content.wish()),
                        content.summary().strip());
    }

    private static String continuation(Content content, String recall) {
        return """
            This session continues a conversation whose beginning was replaced by this message. The summary below \
            covers the replaced part; the newest exchanges follow this message.%s

            Summary of the replaced part:
            %s

            What the user said in it, oldest first:
            %s%s%s
            %s\
            """.formatted(
                        recall,
                        content.summary().strip(),
                        messages(content.userTexts()),
                        environment(content.environment()),
                        wish(content.wish()),
                        GO_ON);
    }

    /** User messages, each marked. */
    static String messages(List<String> userTexts) {
        StringBuilder messages = new StringBuilder();
        for (String text : userTexts) {
            messages.append("<user_message>\n").append(text).append("\n</user_message>\n");
        }
        return messages.isEmpty() ? "(none)\n" : messages.toString();
    }

    /** The part with the agent's texts about its environment; empty if there are none. */
    public static String environment(List<String> texts) {
        return texts.isEmpty()
                ? ""
                : "What the agent last told about its surroundings; it holds now:\n" + String.join("\n", texts) + "\n";
    }

    private static String wish(String wish) {
        return wish.isBlank()
                ? ""
                : "What the user wanted to be kept:\n<user_wish>\n" + wish.strip() + "\n</user_wish>\n";
    }
}
