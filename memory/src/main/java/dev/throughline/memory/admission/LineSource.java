package dev.throughline.memory.admission;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The date and the origin of a line of memory, written at the end of the line:
 *
 * <pre>
 *   - Releases are cut on Thursdays. (2026-04-05, 00000001/ab12cd34)
 * </pre>
 *
 * <p>Before the slash is the end of the session's id (the whole id in older lines), after it the handle of the item
 * that the line was learnt from. There is no slash if it was not learnt from a single item. A model is shown only the
 * handle. Lines that people write need no source.
 *
 * @param session the id of a session, its last characters, or a word such as {@code cli}
 * @param handle may be empty
 */
public record LineSource(LocalDate date, String session, String handle) {
    private static final Pattern WRITTEN = Pattern.compile(
            " \\(([0-9]{4}-[0-9]{2}-[0-9]{2}), ([A-Za-z0-9_.-]{1,64})(?:/([A-Za-z0-9]{1,40}))?\\)\\s*$");

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern END_OF_ID = Pattern.compile("[0-9a-f]{8}");

    /** The end of an id is random; its beginning is the time. */
    private static final int END_LENGTH = 8;

    private static final int MAX_SESSION_LENGTH = 64;
    private static final int MAX_HANDLE_LENGTH = 40;

    public LineSource {
        session = cut(session.replaceAll("[^A-Za-z0-9_.-]+", "-"), MAX_SESSION_LENGTH);
        session = session.isEmpty() ? "-" : session;
        handle = cut(handle.replaceAll("[^A-Za-z0-9]+", ""), MAX_HANDLE_LENGTH);
    }

    private static String cut(String text, int limit) {
        return text.substring(0, Math.min(text.length(), limit));
    }

    /** The source as it is written at the end of a line. */
    public String format() {
        boolean isId = ID.matcher(session).matches();
        String name = isId ? session.substring(session.length() - END_LENGTH) : session;
        return "(" + date + ", " + name + (handle.isEmpty() ? "" : "/" + handle) + ")";
    }

    /** A line of memory with this source. */
    String line(String text) {
        return "- " + text + " " + format();
    }

    /** The source as a model is shown it. */
    public String shortFormat() {
        return handle.isEmpty() ? format() : "(" + date + ", " + handle + ")";
    }

    /** Whether the line was learnt from a session; a user can also add lines with a command. */
    public boolean isSession() {
        return !handle.isEmpty()
                || ID.matcher(session).matches()
                || END_OF_ID.matcher(session).matches();
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
            return Optional.empty(); // Somebody wrote a day that does not exist.
        }
    }

    /** A line without the source at its end. */
    public static String without(String line) {
        return WRITTEN.matcher(line).replaceFirst("");
    }
}
