package dev.throughline.engine.session;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What each caller's conversations said lately. A side request that names no conversation quotes it: a title quotes the
 * message that it is for, a summary all that was said. A memory of bounded size that may forget.
 *
 * <p>A title is asked for while its conversation's first request is still on its way. So whoever looks for a quotation
 * waits, for a moment, until what the same caller sends at the same time was noted. Safe for use by many threads.
 */
final class RecentConversations {
    private static final int MAX_CALLERS = 256;
    private static final int MAX_SESSIONS = 16;

    /** A quotation may be cut, so only the beginning of a text is looked for. */
    private static final int MAX_CHARACTERS = 200;

    /** Reading and keeping a request takes milliseconds; the first one of a process may take a second. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    /** Both are sent at once, so the conversation's request may also arrive a little later. */
    private static final Duration WAIT_FOR_LATER = Duration.ofMillis(750);

    /** Fewer characters than these are quoted only where they stand alone: "ok" is in many a sentence. */
    private static final int FEW_CHARACTERS = 12;

    private static final String OPENING = "\n\r\t>:\"'`([]“‘«";
    private static final String CLOSING = "\n\r\t<\"'`)[]”’»";

    /** What a conversation was begun with, and what was said in it last. */
    private record Words(String first, String last) {
        /** How many characters of these a text quotes; 0 if it quotes neither. */
        int quotedIn(String text) {
            return Math.max(isQuoted(first, text) ? first.length() : 0, isQuoted(last, text) ? last.length() : 0);
        }
    }

    private record Quotation(SessionRef session, int length) {}

    private final Map<String, Map<SessionRef, Words>> callers = Caffeine.newBuilder()
            .maximumSize(MAX_CALLERS)
            .executor(Runnable::run)
            .<String, Map<SessionRef, Words>>build()
            .asMap();
    private final Map<Long, String> inProgress = new TreeMap<>();
    private long arrivals;

    /** A request of a caller arrived; gives its number, for {@link #leave}. */
    synchronized long arrive(String caller) {
        inProgress.put(++arrivals, caller);
        return arrivals;
    }

    /** What there is to note of an arrival was noted. */
    synchronized void leave(long arrival) {
        inProgress.remove(arrival);
        notifyAll();
    }

    private boolean hasEarlier(String caller, long arrival) {
        return inProgress.entrySet().stream()
                .anyMatch(other -> other.getKey() < arrival && other.getValue().equals(caller));
    }

    /** A person said this in a conversation. */
    synchronized void note(String caller, SessionRef session, String said) {
        String words = said.strip().substring(0, Math.min(said.strip().length(), MAX_CHARACTERS));
        if (words.isEmpty()) {
            return;
        }
        Map<SessionRef, Words> sessions = callers.computeIfAbsent(caller, _ -> newest());
        Words before = sessions.remove(session); // So that it is the newest again.
        sessions.put(session, new Words(before == null ? words : before.first(), words));
    }

    /** The conversation of a caller that this text of an arrival quotes most of; of several the newest. */
    synchronized Optional<SessionRef> quoted(String caller, long arrival, String text) {
        long began = System.nanoTime();
        while (quoted(caller, text).isEmpty()) {
            Duration most = hasEarlier(caller, arrival) ? MAX_WAIT : WAIT_FOR_LATER;
            long left = most.minusNanos(System.nanoTime() - began).toMillis();
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

    private Optional<SessionRef> quoted(String caller, String text) {
        return callers.getOrDefault(caller, Map.of()).entrySet().stream()
                .map(session ->
                        new Quotation(session.getKey(), session.getValue().quotedIn(text)))
                .filter(quotation -> quotation.length() > 0)
                .reduce((older, newer) -> newer.length() >= older.length() ? newer : older)
                .map(Quotation::session);
    }

    private static boolean isQuoted(String words, String text) {
        for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
            if (isOpened(words, text, at) && isClosed(words, text, at + words.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOpened(String words, String text, int start) {
        if (words.length() >= FEW_CHARACTERS) {
            return start == 0 || !Character.isLetterOrDigit(text.charAt(start - 1));
        }
        int before = start - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        return before < 0 || OPENING.indexOf(text.charAt(before)) >= 0;
    }

    /** A quotation that was cut may end within a word. */
    private static boolean isClosed(String words, String text, int end) {
        if (words.length() >= FEW_CHARACTERS) {
            return words.length() >= MAX_CHARACTERS
                    || end == text.length()
                    || !Character.isLetterOrDigit(text.charAt(end));
        }
        int after = end;
        while (after < text.length() && text.charAt(after) == ' ') {
            after++;
        }
        return after == text.length() || CLOSING.indexOf(text.charAt(after)) >= 0;
    }

    /** A map in the order in which sessions were put into it, which drops the oldest. */
    private static Map<SessionRef, Words> newest() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<SessionRef, Words> eldest) {
                return size() > MAX_SESSIONS;
            }
        };
    }
}
