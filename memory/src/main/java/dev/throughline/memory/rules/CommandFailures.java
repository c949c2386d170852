package dev.throughline.memory.rules;

import dev.throughline.memory.pattern.PatternTable;
import dev.throughline.model.text.TextCut;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the line of a tool result that says that the call failed. Tool results often contain code that
 * mentions errors. Therefore only results of shell commands are searched, for an exit code and for lines that begin
 * like an error message. The result of another tool is a failure only if its first line is an error message.
 */
final class CommandFailures {
    private static final int MAX_COMMAND_LENGTH = 120;
    private static final int MAX_LINE_LENGTH = 160;

    /** Only the beginning and the end of a long result are searched. */
    private static final int HEAD_CHARACTERS = 1_500;

    private static final int TAIL_CHARACTERS = 2_500;

    private static final PatternTable PATTERNS = new PatternTable(CommandFailures.class, "failure-patterns.txt");
    private static final Pattern COMMAND = PATTERNS.caseSensitive("command");
    private static final Pattern SHELL = PATTERNS.pattern("shell");
    private static final Pattern PRINTS_FILES = PATTERNS.caseSensitive("prints-files");
    private static final Pattern EXIT_CODE = PATTERNS.pattern("exit-code");
    private static final Pattern ERROR_MESSAGE = PATTERNS.caseSensitive("error-message");
    private static final Pattern ERROR_RESULT = PATTERNS.caseSensitive("error-result");
    private static final Pattern VAGUE = PATTERNS.pattern("vague");
    private static final Pattern FILE_POSITION = PATTERNS.caseSensitive("file-position");

    private CommandFailures() {}

    /** The command of a call in one line, or the tool's name. */
    static String command(String tool, String arguments) {
        Matcher matcher = COMMAND.matcher(arguments);
        if (!matcher.find()) {
            return tool;
        }
        String plain = matcher.group(1)
                .replaceAll("\\\\[nt]", " ")
                .replaceAll("\\\\(.)", "$1")
                .replaceAll("^\\[|]$", "")
                .replaceAll("\"\\s*,\\s*\"", " ")
                .replaceAll("^\"|\"$", "")
                .replaceAll("\\s+", " ")
                .strip();
        return TextCut.to(plain.isEmpty() ? tool : plain, MAX_COMMAND_LENGTH);
    }

    /** The line that says that the call failed; empty if it did not fail. */
    static Optional<String> of(String tool, String command, String result) {
        if (!SHELL.matcher(tool).matches()) {
            String first = result.lines().findFirst().orElse("").strip();
            return ERROR_RESULT.matcher(first).matches() ? Optional.of(cut(first)) : Optional.empty();
        }
        String headAndTail = result.length() <= HEAD_CHARACTERS + TAIL_CHARACTERS
                ? result
                : result.substring(0, HEAD_CHARACTERS) + "\n" + result.substring(result.length() - TAIL_CHARACTERS);
        List<String> lines = headAndTail
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        Matcher code = EXIT_CODE.matcher(headAndTail);
        boolean hasFailed =
                code.find() && !(printsFiles(command) && code.group().endsWith("1"));
        List<String> errorLines = lines.stream()
                .filter(line -> ERROR_MESSAGE.matcher(line).matches())
                .toList();
        if (!hasFailed && (errorLines.isEmpty() || printsFiles(command))) {
            return Optional.empty();
        }
        return Stream.of(
                        errorLines.stream().filter(line -> !VAGUE.matcher(line).matches()),
                        lines.stream()
                                .filter(line -> FILE_POSITION.matcher(line).matches()),
                        errorLines.stream(),
                        hasFailed ? Stream.of(codeWithLastLine(lines, code.group())) : Stream.<String>of())
                .flatMap(Function.identity())
                .findFirst()
                .map(CommandFailures::cut);
    }

    /** Whether a command prints or searches files. If it exits with 1, it has not failed. */
    private static boolean printsFiles(String command) {
        return PRINTS_FILES.matcher(command).find();
    }

    private static String codeWithLastLine(List<String> lines, String code) {
        String last = lines.isEmpty() ? "" : lines.getLast();
        return last.contains(code) || last.length() < 4 || last.endsWith(":") ? code : code + ": " + last;
    }

    private static String cut(String line) {
        return TextCut.to(line.replaceAll("</?tool_use_error>", ""), MAX_LINE_LENGTH);
    }
}
