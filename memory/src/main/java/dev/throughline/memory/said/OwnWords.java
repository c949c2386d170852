package dev.throughline.memory.said;

import java.util.List;

/**
 * The words of a person in a user message. Agents put other things there too: reminders, the state of the machine,
 * files of instructions, and what we injected ourselves. Those stand in tags or begin with known lines, and are taken
 * out; what they say is in the project or in memory already.
 */
final class OwnWords {
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
            "ide_opened_file",
            "ide_selection",
            "project_instructions");
    private static final List<String> OPENINGS = List.of(
            "# AGENTS.md instructions",
            "Caveat: The messages below",
            "This session is being continued from",
            "[Request interrupted");

    private OwnWords() {}

    static String of(String text) {
        String rest = text;
        for (String tag : TAGS) {
            rest = without(rest, "<" + tag, "</" + tag + ">");
        }
        String plain = rest.strip();
        return OPENINGS.stream().anyMatch(plain::startsWith) ? "" : plain;
    }

    /** A text without what stands between two marks; a beginning without an end is left as it is. */
    private static String without(String text, String begin, String end) {
        int start = text.indexOf(begin);
        if (start < 0) {
            return text;
        }
        StringBuilder rest = new StringBuilder();
        int at = 0;
        while (start >= 0) {
            int stop = text.indexOf(end, start);
            if (stop < 0) {
                break;
            }
            rest.append(text, at, start);
            at = stop + end.length();
            start = text.indexOf(begin, at);
        }
        return rest.append(text, at, text.length()).toString();
    }
}
