package dev.throughline.engine.session;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Remembers the user texts of the recent conversations of each caller. They are used to find the conversation of a side
 * request that names none: a request for a title quotes the user's message, and a request for a summary quotes the
 * whole history. The size is limited; older conversations are forgotten.
 *
 * <p>An agent requests a title while the first request of the conversation is still in progress. So {@link #quoted}
 * waits briefly until concurrent requests of the same caller are noted. Safe for use by many threads.
 */
final class RecentConversations {
    private static final int MAX_CALLERS = 256;
    private static final int MAX_SESSIONS = 16;

    /** A quotation may be cut, so only the beginning of a text is compared. */
    private static final int MAX_CHARACTERS = 200;

    /** Archiving a request takes milliseconds; the first one of a process may take a second. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    /** The request of the conversation may also arrive a little later than the side request. */
    private static final Duration WAIT_FOR_LATER = Duration.ofMillis(750);

    /** A shorter text counts as quoted only between quotation marks or on a line of its own: "ok" is a common word. */
    private static final int SHORT_CHARACTERS = 12;

    private static final String OPENING = "\n\r\t>:\"'`([]“‘«";
    private static final String CLOSING = "\n\r\t<\"'`)[]”’»";

    /** The first and the newest user text of a conversation. */
    private record UserTexts(String first, String last) {
        /** The length of the longest text that is quoted; 0 if neither is quoted. */
        int quotedIn(String text) {
            return Math.max(isQuoted(first, text) ? first.length() : 0, isQuoted(last, text) ? last.length() : 0);
        }
    }

    private record Quotation(SessionRef session, int length) {}

    private final Map<String, Map<SessionRef, UserTexts>> callers = Caffeine.newBuilder()
            .maximumSize(MAX_CALLERS)
            .executor(Runnable::run)
            .<String, Map<SessionRef, UserTexts>>build()
            .asMap();
    private final Map<Long, String> inProgress = new TreeMap<>();
    private long arrivals;

    /** Notes that a request of a caller arrived; returns its number, for {@link #leave}. */
    synchronized long arrive(String caller) {
        inProgress.put(++arrivals, caller);
        return arrivals;
    }

    /** Ends the wait for the request with this number: its user text was noted, or will not be. */
    synchronized void leave(long arrival) {
        inProgress.remove(arrival);
        notifyAll();
    }

    /** Notes a user text of a conversation. */
    synchronized void note(String caller, SessionRef session, String userText) {
        String stripped = userText.strip();
        String text = stripped.substring(0, Math.min(stripped.length(), MAX_CHARACTERS));
        if (text.isEmpty()) {
            return;
        }
        Map<SessionRef, UserTexts> sessions = callers.computeIfAbsent(caller, _ -> newestSessions());
        UserTexts before = sessions.remove(session); // The session becomes the newest again.
        sessions.put(session, new UserTexts(before == null ? text : before.first(), text));
    }

    /**
     * The conversation of a caller from which this text quotes the longest user text; the newest if there are several.
     */
    synchronized Optional<SessionRef> quoted(String caller, long arrival, String text) {
        long startNanos = System.nanoTime();
        while (quoted(caller, text).isEmpty()) {
            Duration maxWait = hasEarlier(caller, arrival) ? MAX_WAIT : WAIT_FOR_LATER;
            long left = maxWait.minusNanos(System.nanoTime() - startNanos).toMillis();
            if (left <= 0) {
                break;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return quoted(caller, text);
    }

    private boolean hasEarlier(String caller, long arrival) {
        return inProgress.entrySet().stream()
                .anyMatch(other -> other.getKey() < arrival && other.getValue().equals(caller));
    }

    private Optional<SessionRef> quoted(String caller, String text) {
        return callers.getOrDefault(caller, Map.of()).entrySet().stream()
                .map(session ->
                        new Quotation(session.getKey(), session.getValue().quotedIn(text)))
                .filter(quotation -> quotation.length() > 0)
                .reduce((older, newer) -> newer.length() >= older.length() ? newer : older)
                .map(Quotation::session);
    }

    private static boolean isQuoted(String quoted, String text) {
        for (int at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
            int end = at + quoted.length();
            if (quoted.length() < SHORT_CHARACTERS ? isBetweenMarks(text, at, end) : isWhole(quoted, text, at, end)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBetweenMarks(String text, int start, int end) {
        int before = start - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        int after = end;
        while (after < text.length() && text.charAt(after) == ' ') {
            after++;
        }
        return (before < 0 || OPENING.indexOf(text.charAt(before)) >= 0)
                && (after == text.length() || CLOSING.indexOf(text.charAt(after)) >= 0);
    }

    private static boolean isWhole(String quoted, String text, int start, int end) {
        boolean isCut = quoted.length() >= MAX_CHARACTERS; // A text that was cut may end within a word.
        return (start == 0 || !Character.isLetterOrDigit(text.charAt(start - 1)))
                && (isCut || end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
    }

    /** A map in insertion order that removes the oldest session if there are too many. */
    private static Map<SessionRef, UserTexts> newestSessions() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<SessionRef, UserTexts> eldest) {
                return size() > MAX_SESSIONS;
            }
        };
    }
}
