package dev.throughline.memory.admission;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of memory that another one took the place of. It stays where it stood, struck out, with where it came from and
 * what replaced it, so that nothing is lost; no session is shown it.
 *
 * <pre>
 *   - ~~We release on Thursdays.~~ (2026-04-05, 00000001/ab12cd34), superseded (2026-05-01, 00000002/cd34ef56)
 * </pre>
 */
public final class SupersededLine {
    private static final Pattern LIST_MARK = Pattern.compile("^(\\s*(?:[-*+] )?)(.*)$", Pattern.DOTALL);
    private static final Pattern MARKED =
            Pattern.compile("^\\s*(?:[-*+] )?~~(.*)~~( \\([^()]{1,130}\\))?,? superseded \\([^()]{1,130}\\)\\s*$");

    private SupersededLine() {}

    /** A line as it is written once another line, from this source, took its place. */
    public static String mark(String line, LineSource by) {
        Matcher parts = LIST_MARK.matcher(line);
        String mark = parts.matches() ? parts.group(1) : "";
        String rest = line.substring(mark.length()).stripTrailing();
        String text = LineSource.without(rest);
        String source = rest.substring(text.length()).strip();
        return mark + "~~" + text.strip() + "~~" + (source.isEmpty() ? "" : " " + source + ",") + " superseded "
                + by.written();
    }

    /** Whether a line was marked so. */
    public static boolean isMarked(String line) {
        return MARKED.matcher(line).matches();
    }

    /** What a line said before it was marked, with its source; nothing if it was not marked. */
    public static Optional<String> original(String line) {
        Matcher marked = MARKED.matcher(line);
        return marked.matches()
                ? Optional.of(marked.group(1) + (marked.group(2) == null ? "" : marked.group(2)))
                : Optional.empty();
    }
}
