package dev.throughline.memory.said;

import java.util.List;

/**
 * The words of a person in a user message. Agents put other things there too: reminders, the state of the machine,
 * files of instructions, and what we injected ourselves. Those stand in tags or begin with known lines, and are taken
 * out; what they say is in the project or in memory already.
 */
public final class OwnWords {
    private static final List<String> TAGS = List.of(
            "system-reminder",
            "environment_context",
            "user_instructions",
            "INSTRUCTIONS",
            "permissions",
            "command-name",
            "command-message",
            "command-args",
            "local-command-stdout",
            "local-command-caveat",
            "task-notification",
            "collaboration_mode",
            "skills_instructions",
            "turn_aborted",
            "throughline_state",
            "throughline_memory",
            "bash-input",
            "bash-stdout",
            "bash-stderr",
            "local-command-stderr",
            "user-prompt-submit-hook",
            "post-tool-use-hook",
            "new-diagnostics",
            "background-task-output",
            "teammate-message",
            "user_action",
            "skill",
            "image",
            "ide_opened_file",
            "ide_selection",
            "project_instructions");
    private static final List<String> OPENINGS = List.of(
            "# AGENTS.md instructions",
            "Caveat: The messages below",
            "This session is being continued from",
            "[Request interrupted",
            "Base directory for this skill:",
            "Stop hook feedback:",
            "Your task is to create a detailed summary of the conversation",
            "Continue from where you left off.",
            "No response requested.",
            "[Image",
            "Unknown slash command:",
            "Unknown skill:");

    /** Above this line an editor says what is open; what the person asks for stands below. */
    private static final String REQUEST = "## My request for Codex:";

    private OwnWords() {}

    /** What the person wrote; empty if nothing of it is a person's. */
    public static String of(String text) {
        String rest = text;
        for (String tag : TAGS) {
            rest = without(rest, tag);
        }
        int request = rest.indexOf(REQUEST);
        String plain = (request < 0 ? rest : rest.substring(request + REQUEST.length())).strip();
        return OPENINGS.stream().anyMatch(plain::startsWith) ? "" : plain;
    }

    /** A text without what stands between two tags; a beginning without an end is left as it is. */
    private static String without(String text, String tag) {
        int start = begin(text, tag, 0);
        if (start < 0) {
            return text;
        }
        StringBuilder rest = new StringBuilder();
        int at = 0;
        while (start >= 0) {
            int end = text.indexOf("</" + tag, start);
            int stop = end < 0 ? -1 : text.indexOf('>', end);
            if (stop < 0) {
                break;
            }
            rest.append(text, at, start);
            at = stop + 1;
            start = begin(text, tag, at);
        }
        return rest.append(text, at, text.length()).toString();
    }

    /** Where the tag begins, and not one whose name only begins like it. */
    private static int begin(String text, String tag, int from) {
        int start = text.indexOf("<" + tag, from);
        while (start >= 0) {
            int next = start + 1 + tag.length();
            if (next < text.length() && (text.charAt(next) == '>' || Character.isWhitespace(text.charAt(next)))) {
                return start;
            }
            start = text.indexOf("<" + tag, next);
        }
        return -1;
    }
}
