package dev.throughline.workingset.fragment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The exit status of a command as the tool reports it: on a line of its own among the first or the last lines, or in
 * the JSON around the output. What a program prints about other programs does not count.
 *
 * <pre>
 *   Exit code 1                      Claude Code, first line
 *   Exit code: 0                     Codex, first line
 *   Process exited with code 0       Codex, third line
 *   Command exited with code 1       pi, last line
 *   {"output":"…","metadata":{"exit_code":2,"duration_seconds":0.1}}
 * </pre>
 */
final class ExitStatus {
    private static final int HEAD_LINES = 4;
    private static final int TAIL_LINES = 5;

    /** A longer line contains something else, too. */
    private static final int LINE_CHARACTERS = 120;

    private static final int METADATA_CHARACTERS = 200;

    private static final Pattern STATUS = Pattern.compile("(?i)(?:[\\[(<]?(?:exit code:?|exited with exit code"
            + "|(?:the )?(?:command|process) (?:exited|completed|finished) with (?:exit )?(?:code|status)) "
            + "|<(?:returncode|exit_code)>)"
            + "(-?[0-9]{1,10})(?:[.\\])>]{0,2}|</[a-z_]{1,12}>)\\s{0,2}");

    /** The last line of script runners. */
    private static final Pattern LAST =
            Pattern.compile("(?i)(?:exit status|error: script \"[^\"]{1,60}\" exited with code) ([0-9]{1,10})");

    private static final Pattern METADATA =
            Pattern.compile("\"metadata\": {0,2}\\{\"exit_code\": {0,2}(-?[0-9]{1,10})");

    private static final String FIELDS =
            "(?:(?:Chunk ID|Wall time|Original token count|Total output lines): [^\\n]{1,60}\\n){0,4}";

    /** The header that a tool writes before an output. */
    private static final Pattern HEAD =
            Pattern.compile(FIELDS + "(?:Exit code: |Process exited with code |<returncode>)"
                    + "(-?[0-9]{1,10})(?:</returncode>)?\\n" + FIELDS + "(?:Output:|<output>)(?:\\n|\\z)");

    private ExitStatus() {}

    /** The status before, around or after an output. */
    static Optional<String> of(String text) {
        return before(text).or(() -> after(text));
    }

    /**
     * The status of a command that prints files, which may contain such lines themselves. It counts only in a complete
     * header, in JSON around the output, or on the first or last line of a result that is marked as failed.
     */
    static Optional<String> ofPrinted(String text, boolean isError) {
        Matcher head = HEAD.matcher(text);
        if (head.lookingAt()) {
            return Optional.of(head.group(1));
        }
        return text.startsWith("{\"") ? around(text) : isError ? atOneEnd(text) : Optional.empty();
    }

    /** The status on the first or last line. If both have one and they differ, either may be content of a file. */
    private static Optional<String> atOneEnd(String text) {
        String stripped = text.stripTrailing();
        int next = stripped.indexOf('\n');
        Optional<String> first = statusIn(STATUS, stripped, 0, next < 0 ? stripped.length() : next);
        Optional<String> last = statusIn(STATUS, stripped, stripped.lastIndexOf('\n') + 1, stripped.length());
        boolean isClear = first.isEmpty() || last.isEmpty() || first.equals(last);
        return isClear ? first.or(() -> last) : Optional.empty();
    }

    /** The status before an output or around it. */
    static Optional<String> before(String text) {
        if (text.startsWith("{\"")) {
            return around(text);
        }
        Optional<String> status = Optional.empty();
        int at = 0;
        for (int line = 0; line < HEAD_LINES && at < text.length() && status.isEmpty(); line++) {
            int next = text.indexOf('\n', at);
            int end = next < 0 ? text.length() : next;
            status = statusIn(STATUS, text, at, end);
            at = end + 1;
        }
        return status;
    }

    /** The status in JSON around an output. The output cannot contain it, because its quotes are escaped. */
    private static Optional<String> around(String text) {
        boolean isAfter = text.startsWith("{\"output\":");
        if (!isAfter && !text.startsWith("{\"metadata\":")) {
            return Optional.empty();
        }
        int from = isAfter ? Math.max(0, text.length() - METADATA_CHARACTERS) : 0;
        int to = Math.min(text.length(), from + METADATA_CHARACTERS);
        Matcher metadata = METADATA.matcher(text).region(from, to);
        return metadata.find() ? Optional.of(metadata.group(1)) : Optional.empty();
    }

    private static Optional<String> after(String text) {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        Optional<String> status = statusIn(LAST, text, text.lastIndexOf('\n', end - 1) + 1, end);
        for (int line = 0; line < TAIL_LINES && end > 0 && status.isEmpty(); line++) {
            int start = text.lastIndexOf('\n', end - 1) + 1;
            status = statusIn(STATUS, text, start, end);
            end = start - 1;
        }
        return status;
    }

    private static Optional<String> statusIn(Pattern pattern, String text, int from, int to) {
        if (to <= from || to - from > LINE_CHARACTERS) {
            return Optional.empty();
        }
        Matcher line = pattern.matcher(text).region(from, to);
        return line.matches() ? Optional.of(line.group(1)) : Optional.empty();
    }
}
