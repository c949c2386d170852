package dev.throughline.engine.session;

import dev.throughline.model.SessionRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What each caller's conversations said lately. A side request that names no conversation quotes it: a title quotes the
 * message that it is for, a summary all that was said. A memory of bounded size that may forget.
 *
 * <p>Safe for use by many threads.
 */
final class RecentCallers {
    private static final int MOST_CALLERS = 256;
    private static final int MOST_SESSIONS = 16;

    /** A quotation may be cut, so only the beginning of a text is looked for. */
    private static final int MOST_CHARACTERS = 200;

    /** What a conversation was begun with, and what was said in it last. */
    private record Words(String first, String last) {
        boolean areIn(String text) {
            return text.contains(last) || text.contains(first);
        }
    }

    private final Map<String, Map<SessionRef, Words>> callers = bounded(MOST_CALLERS);

    /** A person said this in a conversation. */
    synchronized void note(String caller, SessionRef session, String said) {
        String words = said.strip().substring(0, Math.min(said.strip().length(), MOST_CHARACTERS));
        if (words.isEmpty()) {
            return;
        }
        Map<SessionRef, Words> sessions = callers.computeIfAbsent(caller, _ -> bounded(MOST_SESSIONS));
        Words before = sessions.remove(session); // So that it is the newest again.
        sessions.put(session, new Words(before == null ? words : before.first(), words));
    }

    /** The newest conversation of a caller that this text quotes. */
    synchronized Optional<SessionRef> quoted(String caller, String text) {
        return callers.getOrDefault(caller, Map.of()).entrySet().stream()
                .filter(session -> session.getValue().areIn(text))
                .map(Map.Entry::getKey)
                .reduce((_, newer) -> newer);
    }

    private static <K, V> Map<K, V> bounded(int most) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }
}
