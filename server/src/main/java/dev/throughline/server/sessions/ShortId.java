package dev.throughline.server.sessions;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Short ids of sessions: the last letters of their ids, which are random. The first letters are the time, so sessions
 * of one hour share them.
 */
public final class ShortId {
    /** Enough letters to be unique in most homes. Paths of memory use as many. */
    private static final int DEFAULT_LETTERS = 8;

    private static final int MIN_LETTERS = 4;
    private static final int MAX_CANDIDATES = 8;
    private static final int ID_LETTERS = 36;

    private final int letters;

    private ShortId(int letters) {
        this.letters = letters;
    }

    /** Short ids with as many letters as are needed to distinguish each of these sessions from all others. */
    public static ShortId among(Collection<SessionId> shown, Collection<SessionId> all) {
        return among(shown, all, MIN_LETTERS);
    }

    private static ShortId among(Collection<SessionId> shown, Collection<SessionId> all, int min) {
        int letters = min;
        while (letters < ID_LETTERS && !isUnique(shown, all, letters)) {
            letters++;
        }
        return new ShortId(letters);
    }

    /** A short id that is probably unique in the home. */
    public static String usual(SessionId id) {
        return last(id, DEFAULT_LETTERS);
    }

    /** The short id of one of the sessions. */
    public String of(SessionId id) {
        return last(id, letters);
    }

    /** Whether an id begins with this text, or ends with it if it is long enough. */
    static boolean matches(String text, SessionId id) {
        return id.toString().startsWith(text)
                || (text.length() >= MIN_LETTERS && id.toString().endsWith(text));
    }

    /** Several sessions that match a text, in one line. */
    static String candidates(String text, List<SessionCard> cards, Collection<SessionId> all) {
        List<SessionId> shown = cards.stream().map(card -> card.ref().id()).toList();
        ShortId names = among(shown, all, Math.clamp(text.length(), MIN_LETTERS, DEFAULT_LETTERS));
        String listed = cards.stream()
                .limit(MAX_CANDIDATES)
                .map(card -> names.of(card.ref().id()) + " (" + card.client() + ", " + card.created() + ")")
                .collect(Collectors.joining(", "));
        return cards.size() > MAX_CANDIDATES ? listed + ", …" : listed;
    }

    /** Whether this many letters of each session match no other session. */
    private static boolean isUnique(Collection<SessionId> shown, Collection<SessionId> all, int letters) {
        Map<String, Integer> matches = new HashMap<>();
        for (SessionId id : all) {
            String last = last(id, letters);
            String first = id.toString().substring(0, letters);
            matches.merge(last, 1, Integer::sum);
            if (!first.equals(last)) {
                matches.merge(first, 1, Integer::sum);
            }
        }
        return shown.stream().allMatch(id -> matches.getOrDefault(last(id, letters), 1) == 1);
    }

    private static String last(SessionId id, int letters) {
        String text = id.toString();
        return text.substring(Math.max(0, text.length() - letters));
    }
}
