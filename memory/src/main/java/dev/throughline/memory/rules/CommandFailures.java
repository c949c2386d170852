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
 * Finds the line of a tool result that says that the call failed. Tool results often contain code, which mentions
 * errors without being one. So only the results of shell commands are searched, and only for lines that begin like an
 * error message. The result of another tool counts if its first line is an error message.
 */
final class CommandFailures {
    private static final int MAX_COMMAND_LENGTH = 120;
    private static final int MAX_LINE_LENGTH = 160;

    /** Only the beginning and the end of a long result are searched. */
    private static final int HEAD = 1_500;

    private static final int TAIL = 2_500;

    private static final PatternTable PATTERNS = new PatternTable(CommandFailures.class, "failure-patterns.txt");
    private static final Pattern COMMAND = PATTERNS.caseSensitive("command");
    private static final Pattern SHELL = PATTERNS.pattern("shell");
    private static final Pattern SEARCH = PATTERNS.caseSensitive("search");
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
        String ends = result.length() <= HEAD + TAIL
                ? result
                : result.substring(0, HEAD) + "\n" + result.substring(result.length() - TAIL);
        List<String> lines =
                ends.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        Matcher code = EXIT_CODE.matcher(ends);
        // A search that finds nothing exits with 1 and has not failed.
        boolean isFailed = code.find() && !(isSearch(command) && code.group().endsWith("1"));
        List<String> errorLines = lines.stream()
                .filter(line -> ERROR_MESSAGE.matcher(line).matches())
                .toList();
        if (!isFailed && (errorLines.isEmpty() || isSearch(command))) {
            return Optional.empty();
        }
        return Stream.of(
                        errorLines.stream().filter(line -> !VAGUE.matcher(line).matches()),
                        lines.stream()
                                .filter(line -> FILE_POSITION.matcher(line).matches()),
                        errorLines.stream(),
                        isFailed ? Stream.of(codeWithLastLine(lines, code.group())) : Stream.<String>of())
                .flatMap(Function.identity())
                .findFirst()
                .map(CommandFailures::cut);
    }

    private static boolean isSearch(String command) {
        return SEARCH.matcher(command).find();
    }

    private static String codeWithLastLine(List<String> lines, String code) {
        String last = lines.isEmpty() ? "" : lines.getLast();
        return last.contains(code) || last.length() < 4 || last.endsWith(":") ? code : code + ": " + last;
    }

    private static String cut(String line) {
        return TextCut.to(line.replaceAll("</?tool_use_error>", ""), MAX_LINE_LENGTH);
    }
}
