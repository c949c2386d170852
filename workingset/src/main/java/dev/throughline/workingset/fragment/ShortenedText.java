package dev.throughline.workingset.fragment;

import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.NumberedLines;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A long text cut to its beginning, its end, and lines between them that report a failure.
 *
 * <pre>
 *   beginning (half)
 *   [1,204 lines not shown: recall id=ab12cd34]
 *   --- FAIL: TestParse (0.00s)
 *   [310 lines not shown: recall id=ab12cd34]
 *   end (three tenths)
 * </pre>
 *
 * <p>In a read with numbered lines, the note contains their numbers: {@code [lines 62-79 not shown: …]}.
 */
public final class ShortenedText {
    private static final Pattern FAILURE =
            Pattern.compile("(?i)\\b(?:error|fail(?:ed|ure|ing)?|exception|panic|fatal|traceback|undefined|cannot"
                    + "|assert\\w*)\\b|^\\s*E\\s+\\S|^\\s*at"
                    + " \\S+\\(");
    private static final double BEGINNING = 0.5;
    private static final double END = 0.3;
    private static final double BETWEEN = 0.2;

    /** A longer line is not a message but data, or minified code. */
    static final int LINE_CHARACTERS = 500;

    private final String text;
    private final Optional<NumberedLines> numbered;
    private final String recall;
    private final StringBuilder out = new StringBuilder();

    private ShortenedText(String text, CallSubject subject, String handle) {
        this.text = text;
        // The results of a search skip lines, so a range would be wrong.
        this.numbered =
                subject.kind() == CallKind.READ ? Optional.of(NumberedLines.of(text, subject)) : Optional.empty();
        this.recall = handle.isEmpty() ? "" : "recall id=" + handle;
    }

    static boolean reportsFailure(String line) {
        return FAILURE.matcher(line).find();
    }

    /** The result of a call, cut to about a part of its characters. */
    public static String of(String text, CallSubject subject, double part, String handle) {
        return new ShortenedText(text, subject, handle).to((int) (text.length() * Math.min(1, part)));
    }

    private String to(int limit) {
        int head = cut((int) (limit * BEGINNING));
        int tail = Math.max(head, text.length() - (int) (limit * END));
        int lineStart = text.indexOf('\n', tail);
        tail = lineStart >= 0 && lineStart - tail < limit / 10 + 200 ? lineStart + 1 : TextCut.after(text, tail);
        out.append(text, 0, head);
        between(head, tail, (int) (limit * BETWEEN));
        return out.append(text, tail, text.length()).toString();
    }

    /** The end of the last line before an offset, if that is not far. */
    private int cut(int at) {
        int line = text.lastIndexOf('\n', at);
        return line > at / 2 ? line + 1 : TextCut.before(text, at);
    }

    private void between(int from, int to, int limit) {
        int start = from;
        int spent = 0;
        int at = from;
        while (at < to) {
            int end = text.indexOf('\n', at);
            end = end < 0 || end > to ? to : end + 1;
            String one = text.substring(at, end);
            if (one.length() <= LINE_CHARACTERS && spent + one.length() < limit && reportsFailure(one)) {
                gap(start, at);
                out.append(one);
                spent += one.length();
                start = end;
            }
            at = end;
        }
        gap(start, to);
    }

    /** Writes the note for a gap, or the text itself if that is not longer. */
    private void gap(int from, int to) {
        String note = note(from, to);
        if (to - from <= note.length()) {
            out.append(text, from, to);
            return;
        }
        if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
            out.append('\n');
        }
        out.append(note).append('\n');
    }

    private String note(int from, int to) {
        long lines = text.substring(from, to).chars().filter(c -> c == '\n').count();
        if (lines <= 1) {
            return CutNote.characters(to - from, recall);
        }
        return numbered.flatMap(all -> all.range(all.at(from), all.at(to - 1)))
                .map(range -> CutNote.lines(range, recall))
                .orElseGet(() -> CutNote.lines(lines, recall));
    }
}
