package dev.throughline.memory.admission;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When and where a line of memory was learnt. At the end of a line it is written so:
 *
 * <pre>
 *   - Releases are cut on Thursdays. (2026-04-05, 00000001/ab12cd34)
 * </pre>
 *
 * <p>Before the slash stands the session by the last letters of its id, behind it the handle of the item that says it;
 * there is no slash if no single item does. Older lines have the whole id. A model is shown the handle only. A person's
 * own line needs none of this.
 *
 * @param session the id of a session, its last letters, or a word such as {@code cli}
 * @param handle may be empty
 */
public record LineSource(LocalDate date, String session, String handle) {
    private static final Pattern WRITTEN = Pattern.compile(
            " \\(([0-9]{4}-[0-9]{2}-[0-9]{2}), ([A-Za-z0-9_.-]{1,64})(?:/([A-Za-z0-9]{1,40}))?\\)\\s*$");

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern LAST_LETTERS = Pattern.compile("[0-9a-f]{8}");

    /** Those at the end of an id are random; those at its beginning are the time. */
    private static final int SHORT = 8;

    private static final int MAX_SESSION_LENGTH = 64;
    private static final int MAX_HANDLE_LENGTH = 40;

    public LineSource {
        session = cut(session.replaceAll("[^A-Za-z0-9_.-]+", "-"), MAX_SESSION_LENGTH);
        session = session.isEmpty() ? "-" : session;
        handle = cut(handle.replaceAll("[^A-Za-z0-9]+", ""), MAX_HANDLE_LENGTH);
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most));
    }

    /** As it stands at the end of a line. */
    public String written() {
        boolean isId = ID.matcher(session).matches();
        String name = isId ? session.substring(session.length() - SHORT) : session;
        return "(" + date + ", " + name + (handle.isEmpty() ? "" : "/" + handle) + ")";
    }

    /** As a model is shown it. */
    public String brief() {
        return handle.isEmpty() ? written() : "(" + date + ", " + handle + ")";
    }

    /** Whether it was learnt from a session, and is no line that somebody asked for with a command. */
    public boolean isSession() {
        return !handle.isEmpty()
                || ID.matcher(session).matches()
                || LAST_LETTERS.matcher(session).matches();
    }

    /** The source that a line names. */
    public static Optional<LineSource> of(String line) {
        Matcher matcher = WRITTEN.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String handle = matcher.group(3);
        try {
            LocalDate date = LocalDate.parse(matcher.group(1));
            return Optional.of(new LineSource(date, matcher.group(2), handle == null ? "" : handle));
        } catch (DateTimeException e) {
            return Optional.empty(); // Somebody wrote a day that no calendar has.
        }
    }

    /** A line without the source at its end. */
    public static String without(String line) {
        return WRITTEN.matcher(line).replaceFirst("");
    }
}
