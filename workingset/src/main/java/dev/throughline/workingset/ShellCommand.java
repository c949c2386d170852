package dev.throughline.workingset;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command without leading {@code cd} steps and without a redirection of its errors: {@code cd /repo && cd src && cat
 * a.go 2>/dev/null} is {@code cat a.go} in {@code /repo/src}.
 *
 * @param folder where it runs; empty if unknown
 * @param mayMove whether the shell may be in another folder afterwards
 */
record ShellCommand(String folder, String text, boolean mayMove) {
    private static final int MAX_STEPS = 20;

    private static final Pattern STEP = Pattern.compile("cd(?:[ \\t]++([^&;|\\n]{1,300}+))?+[ \\t]*+(?:&&|;|\\n)\\s*+");

    private static final Pattern MOVING = Pattern.compile("(?<![\\w./-])(?:cd|pushd|popd)(?![\\w./-])");

    /** Redirections of the error output, at the end of a command. */
    private static final List<String> REDIRECTIONS = List.of("2>/dev/null", "2>&1");

    /** @param start the folder in which the agent starts it; empty if unknown */
    static ShellCommand of(String command, String start) {
        String stripped = command.strip();
        String folder = start;
        Matcher step = STEP.matcher(stripped);
        int at = 0;
        for (int i = 0; i < MAX_STEPS && step.region(at, stripped.length()).lookingAt(); i++) {
            folder = FilePath.join(folder, step.group(1) == null ? "~" : unquoted(step.group(1)));
            at = step.end();
        }
        boolean mayMove = MOVING.matcher(stripped).find();
        return new ShellCommand(folder, withoutRedirection(stripped.substring(at)), mayMove);
    }

    private static String unquoted(String folder) {
        return folder.strip().replace("\"", "").replace("'", "").replace("\\ ", " ");
    }

    private static String withoutRedirection(String command) {
        for (String redirection : REDIRECTIONS) {
            if (command.endsWith(redirection)) {
                return command.substring(0, command.length() - redirection.length())
                        .stripTrailing();
            }
        }
        return command;
    }
}
