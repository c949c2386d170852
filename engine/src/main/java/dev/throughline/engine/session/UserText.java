package dev.throughline.engine.session;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a person in a user text, and what their agent put before and below them in the same text.
 *
 * <pre>
 *   [Sun 2026-11-15 18:44 UTC] │ /status │ \n\nRuntime: agent=main | session=…
 *   before                       words     below
 * </pre>
 */
public record UserText(String before, String words, String below) {
    /** OpenClaw puts the time of a message before its text. */
    private static final Pattern TIME =
            Pattern.compile("^\\[[A-Z][a-z]{2} \\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}[^\\]\\n]{0,40}]\\h*");

    /** @param openings how paragraphs begin that an agent puts below the words */
    static UserText of(String text, List<String> openings) {
        Matcher time = TIME.matcher(text);
        int start = time.find() ? time.end() : 0;
        int end = text.length();
        for (String opening : openings) {
            int below = text.lastIndexOf("\n\n" + opening);
            end = below < start ? end : Math.min(end, below);
        }
        return new UserText(text.substring(0, start), text.substring(start, end), text.substring(end));
    }
}
