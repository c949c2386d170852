package dev.throughline.workingset.fragment;

import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The first line of an output that reports a failure. Many lines only mention a failure: code, diffs, lists of commits,
 * the command itself.
 *
 * <pre>
 *   $ biome check --error-on-warnings              the command
 *   +    return new Error("no such file");         a change
 *   12 pass, 0 fail                                no failure
 *   src/a.ts(12,4): error TS2339: Property 'x' …   the report
 * </pre>
 */
final class ErrorLine {
    /** The text that programs write before a message: their name in brackets, a symbol, a time. */
    private static final String LEAD = "^\\s{0,40}+(?:\\[(?!(?:ERROR|FATAL|SEVERE)\\])[^\\]]{1,40}+\\]\\s?"
            + "|[✗✘✖×⨯❌●]\\s{0,2}+|[0-9][0-9:.,TZ/+-]{4,30}+\\s){0,3}+";

    /** The beginning of a failure message, or the name of an exception. */
    private static final Pattern BEGINS = Pattern.compile(LEAD
            + "(?:(?<=[✗✘✖⨯❌]\\s{0,2})(?!.{0,80}\\b0 (?:errors?|fail))\\S"
            + "|\\[(?:ERROR|FATAL|SEVERE)\\]\\s{0,8}\\S|(?:--- )?FAIL(?:ED|URE)?\\b|(?:ERROR|FATAL|PANIC|SEVERE)\\b"
            + "|E {2,8}+\\S|not ok [0-9]|(?i:npm err(?:!|or )|uncaught )|Traceback \\("
            + "|(?i:error|fatal|panic|fail|failed|failure|exception|aborted) ?(?=[:!\\[])"
            + "|(?:[\\w$]{1,40}+\\.){0,8}+[A-Z]\\w{0,60}(?:Error|Exception)\\b(?=:|\\s{0,8}$))");

    /** A failure in prose; descriptions of changes begin like this, too. */
    private static final Pattern MENTIONS =
            Pattern.compile(LEAD + "(?i:error|fatal|failed|failure|exception|aborted)(?=\\s|$)");

    /** A failure anywhere in a line, as compilers, test runners, loggers and shells write it. */
    private static final Pattern CONTAINS = Pattern.compile("\\b(?:"
            + "(?i:error)(?: ?\\[?[A-Z]{1,6}[0-9]{2,5}\\]?)?:"
            + "|(?i:level=(?:error|fatal))\\b"
            + "|panicked at "
            + "|(?<!\\b0/)(?<!\\b0 of )(?<!\\b[Ff]ixed )[1-9][0-9]{0,5} (?:(?:error|failure)s?|fail(?:ed|ing)?)\\b"
            + "|No such file or directory|[Cc]ommand not found|[Pp]ermission denied"
            + "|Connection refused|Segmentation fault)");

    /** A message of a compiler or linter: {@code a.go:12:3: x}, {@code a.ts(1,2): x}. */
    private static final Pattern DIAGNOSTIC =
            Pattern.compile("^(?:\\[[^\\]]{1,40}+\\] ?)?[\\w@~+./\\\\-]{1,200}?\\.[A-Za-z]\\w{0,7}"
                    + "(?::[0-9]{1,6}(?::[0-9]{1,5})?[: ]|\\([0-9]{1,6},[0-9]{1,5}\\):) *\\S");

    private static final Pattern WARNING = Pattern.compile("(?i)[: (\\[](?:warning|warn|note|info)\\b");

    /** Diffs, commits, echoed commands, JSON fields, comments, numbered lines of code. */
    private static final Pattern QUOTED = Pattern.compile("^\\s{0,40}+(?:[+-](?!-- )|@@ |[$>#*] ?|//|\"[^\"]{1,60}\":"
            + "|[0-9a-f]{7,40} |(?![0-9]{4}-[0-9]{2}-)>?\\s{0,8}[0-9]{1,6}\\s{0,4}[|+-])"
            + "|(?:[{(\\[,;]|&&|=>)\\s{0,8}$");

    /** The end of a line of code, or of a field without a failure: {@code error: string | null;}, {@code Failed: 0}. */
    private static final Pattern NO_REPORT = Pattern.compile("[;,(]\\s{0,8}$"
            + "|(?i:errors?|fail(?:ed|ures?)?)\\??: ?(?:(?i:0|null|none|nil|false|''|\"\")\\s{0,8}$"
            + "|(?:string|unknown|any|boolean|number|Error)\\b[^.:]{0,20}$)");

    private ErrorLine() {}

    /**
     * The line, if there is one. If nothing is known to have failed, only unambiguous reports count.
     *
     * @param status the exit status of a command, if known
     */
    static Optional<String> in(String text, CallSubject subject, boolean isError, Optional<String> status) {
        boolean isFailed = isError || status.filter(code -> !code.equals("0")).isPresent();
        boolean isNoneFound = subject.kind() == CallKind.SEARCH && status.equals(Optional.of("1"));
        return switch (subject.kind()) {
            case BUILD -> reported(PlainResult.of(text, subject), isFailed, /* isCompiler= */ status.isEmpty());
            case RUN -> reported(PlainResult.of(text, subject), isFailed, /* isCompiler= */ false);
            case READ, SEARCH, LISTING, WRITE, TODO, OTHER ->
                isFailed && !isNoneFound ? printed(PlainResult.of(text, subject), subject) : Optional.empty();
        };
    }

    private static Optional<String> reported(String text, boolean isFailed, boolean isCompiler) {
        Optional<String> report = first(
                text,
                line -> isReport(line)
                        || ((isFailed || isCompiler) && isDiagnostic(line))
                        || (isFailed && MENTIONS.matcher(line).find()));
        return report.isPresent() || !isFailed
                ? report
                : first(text, line -> ShortenedText.reportsFailure(line) && !isQuoted(line));
    }

    /**
     * For a failed command that prints files: files mention failures, too, so the command's own messages come first.
     */
    private static Optional<String> printed(String text, CallSubject subject) {
        String program = subject.gist().split(" ", 2)[0] + ": ";
        boolean isShell = subject.shell() != CallSubject.Shell.NONE;
        return first(text, line -> isShell && line.startsWith(program))
                .or(() -> first(text, ShortenedText::reportsFailure));
    }

    private static boolean isReport(String line) {
        boolean isReport =
                BEGINS.matcher(line).find() || (CONTAINS.matcher(line).find() && !isQuoted(line));
        return isReport && !NO_REPORT.matcher(line).find();
    }

    private static boolean isDiagnostic(String line) {
        return DIAGNOSTIC.matcher(line).find() && !WARNING.matcher(line).find();
    }

    private static boolean isQuoted(String line) {
        return QUOTED.matcher(line).find();
    }

    private static Optional<String> first(String text, Predicate<String> matches) {
        return text.lines()
                .filter(line -> line.length() <= ShortenedText.LINE_CHARACTERS)
                .filter(matches)
                .findFirst();
    }
}
