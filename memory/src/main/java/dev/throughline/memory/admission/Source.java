package dev.throughline.memory.admission;

import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When and where a line of memory was learnt. At the end of a line it is written so:
 *
 * <pre>
 *   - Releases are cut on Thursdays. (2026-04-05, 0198c5a0-7b2e-7000-8000-000000000001/ab12cd34)
 * </pre>
 *
 * <p>Before the slash stands the session, behind it the handle of the item that says it; there is no slash if no single
 * item does. A person's own line needs none of this.
 *
 * @param session the id of a session, or a word such as {@code cli}
 * @param handle may be empty
 */
public record Source(LocalDate date, String session, String handle) {
    private static final Pattern WRITTEN = Pattern.compile(
            " \\(([0-9]{4}-[0-9]{2}-[0-9]{2}), ([A-Za-z0-9_.-]{1,64})(?:/([A-Za-z0-9]{1,40}))?\\)\\s*$");

    public Source {
        session = session.replaceAll("[^A-Za-z0-9_.-]+", "-");
        handle = handle.replaceAll("[^A-Za-z0-9]+", "");
    }

    /** As it stands at the end of a line. */
    public String written() {
        return "(" + date + ", " + session + (handle.isEmpty() ? "" : "/" + handle) + ")";
    }

    /** The source that a line names. */
    public static Optional<Source> of(String line) {
        Matcher matcher = WRITTEN.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String handle = matcher.group(3);
        return Optional.of(
                new Source(LocalDate.parse(matcher.group(1)), matcher.group(2), handle == null ? "" : handle));
    }

    /** A line without the source at its end. */
    public static String without(String line) {
        return WRITTEN.matcher(line).replaceFirst("");
    }
}
