package dev.throughline.server.sessions;

import dev.throughline.model.SessionId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Short ids of sessions: the last letters of their ids, which are random. The first letters are the time, so sessions
 * of one hour share them.
 */
public final class ShortId {
    /** Enough letters to be unique in most homes. Paths of memory use as many. */
    private static final int DEFAULT_LETTERS = 8;

    private static final int MIN_LETTERS = 4;
    private static final int ID_LETTERS = 36;

    private final int letters;

    private ShortId(int letters) {
        this.letters = letters;
    }

    /** Short ids with as many letters as are needed to distinguish each of these sessions from all others. */
    static ShortId among(Collection<SessionId> shown, Collection<SessionId> all) {
        List<String> texts = all.stream().map(SessionId::toString).toList();
        int letters = MIN_LETTERS;
        while (letters < ID_LETTERS && !isUnique(shown, texts, letters)) {
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

    /** Whether this many letters of each session match no other session. */
    private static boolean isUnique(Collection<SessionId> shown, Collection<String> all, int letters) {
        Set<String> wanted = shown.stream().map(id -> last(id, letters)).collect(Collectors.toSet());
        Set<String> found = new HashSet<>();
        for (String id : all) {
            String last = id.substring(id.length() - letters);
            String first = id.substring(0, letters);
            if ((wanted.contains(last) && !found.add(last))
                    || (!first.equals(last) && wanted.contains(first) && !found.add(first))) {
                return false;
            }
        }
        return wanted.size() == shown.size();
    }

    private static String last(SessionId id, int letters) {
        String text = id.toString();
        return text.substring(Math.max(0, text.length() - letters));
    }
}
