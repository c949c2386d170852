package dev.throughline.simulator.server;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays the model of a tool-using agent.
 *
 * <pre>
 *   user: run ls -l      →  a call of the client's own shell tool with "ls -l"
 *   tool result          →  a text that quotes it
 *   a request to compact →  a summary, in the form that this client asked for
 *   user: anything else  →  a text that quotes it
 * </pre>
 *
 * It returns reasoning if the client asked for that, as real models do.
 */
final class AgentScript implements Script {
    private static final Pattern RUN = Pattern.compile("\\brun:? +`?([^`\\n]+)", Pattern.CASE_INSENSITIVE);
    private static final int MOST_QUOTED = 4_000;

    /** What clients write when they want their history summarised. */
    private static final List<String> COMPACTION_PROMPTS = List.of(
            "CONTEXT CHECKPOINT COMPACTION", "Respond with TEXT ONLY. Do NOT call any tools", "# Conversation\n[User]");

    /** The shell tools of the clients, each with a way to write its arguments. */
    private enum Shell {
        CODEX("exec_command"),
        CLAUDE_CODE("Bash"),
        PI("bash"),
        OPENCLAW("exec");

        private final String tool;

        Shell(String tool) {
            this.tool = tool;
        }

        String arguments(String command) {
            return switch (this) {
                case CODEX -> JsonNodes.write(JsonNodes.object().put("cmd", command));
                case CLAUDE_CODE ->
                    JsonNodes.write(
                            JsonNodes.object().put("command", command).put("description", "Run what was asked for"));
                case PI, OPENCLAW -> JsonNodes.write(JsonNodes.object().put("command", command));
            };
        }
    }

    @Override
    public Answer answer(ModelRequest asked) {
        return switch (asked.newest()) {
            case COMPACTION_TRIGGER -> Answer.compaction("everything so far");
            case TOOL_RESULT -> answerResult(asked);
            case USER, OTHER -> answerUser(asked);
        };
    }

    private static Answer answerResult(ModelRequest asked) {
        String text = asked.newestText();
        return isCompaction(text) ? summary() : said(asked, new AnswerPart.Text("The tool said: " + quoted(text)));
    }

    private static Answer answerUser(ModelRequest asked) {
        String text = asked.newestText();
        if (isCompaction(text)) {
            return summary();
        }
        Matcher wanted = RUN.matcher(text);
        if (wanted.find()) {
            for (Shell shell : Shell.values()) {
                if (asked.tools().contains(shell.tool)) {
                    String command = wanted.group(1).strip();
                    return said(
                            asked,
                            new AnswerPart.Text("Running it."),
                            new AnswerPart.Call(shell.tool, shell.arguments(command)));
                }
            }
        }
        return said(asked, new AnswerPart.Text("You said: " + quoted(text)));
    }

    private static boolean isCompaction(String text) {
        return COMPACTION_PROMPTS.stream().anyMatch(text::contains);
    }

    private static Answer summary() {
        return Answer.text("<summary>The user asked, tools ran, and all went well.</summary>");
    }

    private static Answer said(ModelRequest asked, AnswerPart... parts) {
        List<AnswerPart> all = new ArrayList<>();
        if (asked.thinks()) {
            all.add(new AnswerPart.Reasoning("Let me see what is needed here."));
        }
        all.addAll(List.of(parts));
        return new Answer.Said(all, Answer.Stop.DONE, Delivery.PLAIN);
    }

    private static String quoted(String text) {
        return text.length() <= MOST_QUOTED ? text : text.substring(0, MOST_QUOTED) + " …";
    }
}
