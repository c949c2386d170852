package dev.throughline.memory.rules;

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

    private static final Pattern COMMAND =
            Pattern.compile("\"(?:command|cmd)\"\\s*:\\s*(\\[[^\\]]{1,4000}]|\"(?:[^\"\\\\]|\\\\.){1,4000}+\")");
    private static final Pattern SHELL = Pattern.compile("(?i).*(?:bash|shell|exec|terminal|run_?command).*");
    private static final Pattern SEARCH = Pattern.compile(
            "^(?:cd [^&;]+(?:&&|;)\\s*)?(?:rg|grep|cat|sed|ls|find|head|tail|nl|git (?:diff|show|log|grep|blame))\\b"
                    + "|\\| *(?:rg|grep)\\b[^|]*$");

    private static final Pattern CODE =
            Pattern.compile("(?i)\\bexit(?:ed with)? code:? ?([1-9][0-9]{0,2})\\b|\"exit_code\":\\s*([1-9][0-9]{0,2})");
    private static final Pattern ERROR_MESSAGE = Pattern.compile(
            "^(?:\\[?[\\w./@-]{1,60}]?(?::[0-9]+)*:? )?(?:(?i:error|fatal|panic)(?:\\[[^\\]]{1,20}])?: ?\\S.{5,}|"
                    + "(?:ERROR|FATAL) .{5,}|(?:--- )?FAIL(?:ED)?[:! \\t].{3,}|Traceback \\(most.*|"
                    + "[\\w.]{3,80}(?:Error|Exception): .{3,})"
                    + "|.{1,80}: (?:command not found|No such file or directory|[Pp]ermission denied)$|^ENOENT.*");
    private static final Pattern ERROR_RESULT =
            Pattern.compile("^(?:<tool_use_error>)?\\s*(?:Error|ENOENT|EACCES|InputValidationError)\\b.*");

    /** A message that does not say what failed. */
    private static final Pattern VAGUE = Pattern.compile("(?i).*(?:task failed|\\[build failed]|recipe for target).*");

    /** A position in a file with a message. */
    private static final Pattern FILE_POSITION = Pattern.compile("^[^\\s:]{1,150}:[0-9]+(?::[0-9]+)?: \\S.{5,}");

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
        Matcher code = CODE.matcher(ends);
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
