package dev.throughline.memory.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Separates what a person wrote in their own words from what they quoted: fenced, inline and indented code, quotations,
 * elements with tags, diffs, and pasted code, logs and documents. In doubt, a text counts as quoted.
 *
 * <pre>
 *   Continue @@parser-work, please.     own words
 *   > see @@parser-work                 quotation
 *   `@@count`                           code
 *   @@ -1,3 +1,4 @@                     diff
 *   SELECT @@version;                   code without a fence
 * </pre>
 *
 * <p>The result has the length of the text; everything quoted is replaced by {@link #QUOTED}, line ends stay.
 */
final class OwnWords {
    /** Replaces a quoted character. */
    static final char QUOTED = '\u0000';

    /** A longer line is a paste: nobody types it. */
    private static final int MAX_LINE_CHARACTERS = 2_000;

    /** More lines without an empty line between them are a paste. */
    private static final int MAX_PARAGRAPH_LINES = 25;

    /** A paragraph with this many lines that look like code or a log is a paste. */
    private static final int PASTED_LINES = 2;

    /** A longer run of backticks does not begin inline code. */
    private static final int MAX_BACKTICKS = 10;

    private static final Pattern FENCE = Pattern.compile("^ {0,3}(`{3,}|~{3,})(.*)$");
    private static final Pattern QUOTATION = Pattern.compile("^\\s{0,3}>.*");
    private static final Pattern INDENTED = Pattern.compile("^(?: {4}| {0,3}\t).*");
    private static final Pattern OPENING_TAG = Pattern.compile("^\\s*<([A-Za-z][\\w.:-]*)(?:\\s[^<>]*)?>");
    private static final Pattern CLOSING_TAG = Pattern.compile("</([A-Za-z][\\w.:-]*)>");
    private static final Pattern DIFF_START =
            Pattern.compile("^(?:diff --git |Index: |--- \\S|\\+\\+\\+ \\S|\\*\\*\\* |@@@|@@\\s).*|^@@$");
    private static final Pattern DIFF_LINE = Pattern.compile("^(?:[-+ @\\\\].*|index [0-9a-f]+.*|\\S+ file mode .*)?$");
    private static final Pattern SQL = Pattern.compile("^\\s*(?:SELECT|SET|IF|WHILE|PRINT|DECLARE|INSERT|UPDATE|DELETE|"
            + "EXEC|RETURN|SHOW|BEGIN|WHERE|FROM|AND|OR)\\b.*");
    private static final Pattern CODE = Pattern.compile("^\\s*(?:.*[{}\\\\]|.*[=(){}<>].*;|[\\])}]+[,;]?|end"
        + "|(?:def|function|fn|func|const|var|let)\\s+[\\w.@]+\\s*[(=:{<].*|(?:class|module)\\s+[A-Z]\\w*(?:\\s*[(<:{].*)?"
        + "|from\\s+[\\w.]+\\s+import\\s.*|import\\s+[\\w.{*]+(?:\\s.*\\sfrom\\s.*)?|#include\\s.*|return\\s+\\S+"
        + "|[\\w.\\[\\]\"'@]+\\s*(?:[-+*/|&]{0,2}=|=>|->|<-)\\s.*|//.*|/\\*.*|#!.*|<[/!?A-Za-z][^>]*>.*)\\s*$");
    private static final Pattern LOG = Pattern.compile("^\\s*(?:\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d.*"
            + "|\\[?\\d\\d:\\d\\d:\\d\\d.*|\\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\\b.*|at [\\w.$<>]+\\(.*"
            + "|Traceback .*|File \".*|Caused by: .*|[$%] \\S.*)$");
    private static final Pattern INDENTED_A_LITTLE = Pattern.compile("^ {1,3}\\S.*");

    private final List<String> lines;
    private final boolean[] isQuoted;

    private OwnWords(String text) {
        this.lines = List.of(text.split("\n", -1));
        this.isQuoted = new boolean[lines.size()];
    }

    /** The text with everything quoted replaced. */
    static String of(String text) {
        OwnWords words = new OwnWords(text);
        words.quoteFences();
        words.quoteElements();
        words.quoteDiffs();
        words.quoteParagraphs();
        return words.masked();
    }

    private void quoteFences() {
        String open = "";
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(withoutReturn(lines.get(i)));
            if (!open.isEmpty()) {
                isQuoted[i] = true;
                boolean ends = fence.matches()
                        && fence.group(1).startsWith(open)
                        && fence.group(2).isBlank();
                open = ends ? "" : open;
            } else if (fence.matches() && !fence.group(2).contains("`")) {
                isQuoted[i] = true;
                open = fence.group(1);
            }
        }
    }

    private static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /** Quotes elements such as {@code <document>…</document>} that begin a line. */
    private void quoteElements() {
        Map<String, TreeSet<Integer>> ends = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            int line = i;
            CLOSING_TAG
                    .matcher(lines.get(i))
                    .results()
                    .forEach(tag -> ends.computeIfAbsent(tag.group(1), _ -> new TreeSet<>())
                            .add(line));
        }
        int next = 0;
        for (int i = 0; !ends.isEmpty() && i < lines.size(); i++) {
            Matcher tag = OPENING_TAG.matcher(lines.get(i));
            if (i >= next && !isQuoted[i] && tag.find() && ends.containsKey(tag.group(1))) {
                Integer last = ends.get(tag.group(1)).ceiling(i);
                next = last == null ? i + 1 : last + 1;
                Arrays.fill(isQuoted, i, last == null ? i : next, true);
            }
        }
    }

    private void quoteDiffs() {
        boolean isDiff = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = withoutReturn(lines.get(i));
            isDiff = DIFF_START.matcher(line).matches()
                    || (isDiff && !line.isEmpty() && DIFF_LINE.matcher(line).matches());
            isQuoted[i] |= isDiff;
        }
    }

    /** Quotes paragraphs that are a quotation, indented code or a paste, and single lines of code. */
    private void quoteParagraphs() {
        int start = 0;
        for (int i = 0; i <= lines.size(); i++) {
            if (i == lines.size() || lines.get(i).isBlank()) {
                quoteParagraph(start, i);
                start = i + 1;
            }
        }
    }

    private void quoteParagraph(int from, int to) {
        boolean isInQuotation = false;
        int codeLines = 0;
        for (int i = from; i < to; i++) {
            String line = withoutReturn(lines.get(i));
            isInQuotation |= QUOTATION.matcher(line).matches(); // The lines after it continue the quotation.
            boolean isCode = isCode(line);
            codeLines += isCode || INDENTED_A_LITTLE.matcher(line).matches() ? 1 : 0;
            isQuoted[i] |= isInQuotation || isCode || line.length() > MAX_LINE_CHARACTERS;
        }
        boolean isPaste = to - from > MAX_PARAGRAPH_LINES || (codeLines >= PASTED_LINES && 2 * codeLines >= to - from);
        for (int i = from; isPaste && i < to; i++) {
            isQuoted[i] = true;
        }
    }

    private static boolean isCode(String line) {
        if (line.length() > MAX_LINE_CHARACTERS) {
            return true; // The patterns are not applied to long lines.
        }
        return INDENTED.matcher(line).matches()
                || SQL.matcher(line).matches()
                || LOG.matcher(line).matches()
                || CODE.matcher(line).matches();
    }

    private String masked() {
        StringBuilder masked = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            masked.append(i == 0 ? "" : "\n");
            String line = lines.get(i);
            masked.append(isQuoted[i] ? String.valueOf(QUOTED).repeat(line.length()) : line);
        }
        quoteInline(masked);
        return masked.toString();
    }

    /** Quotes inline code, also across lines, and what is in quotation marks in one line. */
    private static void quoteInline(StringBuilder text) {
        int at = text.indexOf("`");
        while (at >= 0) {
            int run = run(text, at);
            int end = run > MAX_BACKTICKS ? -1 : closing(text, at + run, run);
            // Without an end, the rest of the line counts as code.
            int stop = end >= 0 ? end + run : lineEnd(text, at);
            quote(text, at, stop);
            at = text.indexOf("`", stop);
        }
        List<Integer> marks = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                marks.clear();
            } else if (isMark(text, i)) {
                marks.add(i);
            }
            if (marks.size() == 2) {
                quoteUnlessName(text, marks.getFirst(), i + 1);
                marks.clear();
            }
        }
    }

    /** A quotation mark; the first one of {@code @@"a name"} and its partner are handled by the caller. */
    private static boolean isMark(CharSequence text, int at) {
        return "\"\u201c\u201d\u201e\u00ab\u00bb".indexOf(text.charAt(at)) >= 0;
    }

    private static void quoteUnlessName(StringBuilder text, int from, int to) {
        boolean isName = from >= 2 && text.charAt(from - 1) == '@' && text.charAt(from - 2) == '@';
        if (!isName) {
            quote(text, from, to);
        }
    }

    private static int run(CharSequence text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) == '`') {
            end++;
        }
        return end - at;
    }

    /** The next run of exactly this many backticks in the same paragraph. */
    private static int closing(StringBuilder text, int from, int length) {
        int paragraph = text.indexOf("\n\n", from);
        int limit = paragraph < 0 ? text.length() : paragraph;
        int at = text.indexOf("`", from);
        while (at >= 0 && at < limit) {
            int run = run(text, at);
            if (run == length) {
                return at;
            }
            at = text.indexOf("`", at + run);
        }
        return -1;
    }

    private static int lineEnd(StringBuilder text, int from) {
        int end = text.indexOf("\n", from);
        return end < 0 ? text.length() : end;
    }

    private static void quote(StringBuilder text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '\n') {
                text.setCharAt(i, QUOTED);
            }
        }
    }
}
