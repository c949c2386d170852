package dev.throughline.memory.admission;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of memory that another line replaced. It stays in its page, struck out, with its own source and the source of
 * the line that replaced it. No session is shown it.
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

    /** Strikes a line out because a line with this source replaced it. */
    public static String mark(String line, LineSource by) {
        Matcher parts = LIST_MARK.matcher(line);
        String mark = parts.matches() ? parts.group(1) : "";
        String rest = line.substring(mark.length()).stripTrailing();
        String text = LineSource.without(rest);
        String source = rest.substring(text.length()).strip();
        return mark + "~~" + text.strip() + "~~" + (source.isEmpty() ? "" : " " + source + ",") + " superseded "
                + by.format();
    }

    public static boolean isMarked(String line) {
        return MARKED.matcher(line).matches();
    }

    /** The line as it was before it was marked, with its source; empty if it is not marked. */
    public static Optional<String> original(String line) {
        Matcher marked = MARKED.matcher(line);
        return marked.matches()
                ? Optional.of(marked.group(1) + (marked.group(2) == null ? "" : marked.group(2)))
                : Optional.empty();
    }
}
