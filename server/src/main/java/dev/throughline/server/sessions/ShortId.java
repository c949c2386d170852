package dev.throughline.server.sessions;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Short names of sessions: the last letters of their ids, which are random. The first letters are the time, so sessions
 * of one hour share them.
 */
public final class ShortId {
    private static final int LEAST = 4;
    private static final int MOST_CANDIDATES = 8;
    private static final int WHOLE = 36;

    private final int letters;

    private ShortId(int letters) {
        this.letters = letters;
    }

    /** As many letters as tell each of these sessions from every session that there is. */
    public static ShortId among(Collection<SessionId> shown, Collection<SessionId> all) {
        return among(shown, all, LEAST);
    }

    private static ShortId among(Collection<SessionId> shown, Collection<SessionId> all, int least) {
        int letters = least;
        while (letters < WHOLE && !isUnique(shown, all, letters)) {
            letters++;
        }
        return new ShortId(letters);
    }

    /** A name of one session that no other of the home is likely to have. */
    public static String memorable(SessionId id) {
        return last(id, SessionCatalog.LAST_LETTERS);
    }

    /** The short name of one of them. */
    public String of(SessionId id) {
        return last(id, letters);
    }

    /** Whether a user who wrote this may mean that session. */
    static boolean isMeant(String written, SessionId id) {
        String text = id.toString();
        return text.startsWith(written) || (written.length() >= LEAST && text.endsWith(written));
    }

    /** Several sessions that somebody may mean in one line, each by its shortest name and what is known of it. */
    static String candidates(String written, List<SessionCard> cards, Collection<SessionId> all) {
        List<SessionId> shown = cards.stream().map(card -> card.ref().id()).toList();
        ShortId names = among(shown, all, Math.clamp(written.length(), LEAST, SessionCatalog.LAST_LETTERS));
        String listed = cards.stream()
                .limit(MOST_CANDIDATES)
                .map(card -> names.of(card.ref().id()) + " (" + card.client() + ", " + card.created() + ")")
                .collect(Collectors.joining(", "));
        return cards.size() > MOST_CANDIDATES ? listed + ", …" : listed;
    }

    /** Whether so many letters of each mean it and nothing else. */
    private static boolean isUnique(Collection<SessionId> shown, Collection<SessionId> all, int letters) {
        Map<String, Integer> meanings = new HashMap<>();
        for (SessionId id : all) {
            String last = last(id, letters);
            String first = id.toString().substring(0, letters);
            meanings.merge(last, 1, Integer::sum);
            if (!first.equals(last)) {
                meanings.merge(first, 1, Integer::sum);
            }
        }
        return shown.stream().allMatch(id -> meanings.getOrDefault(last(id, letters), 1) == 1);
    }

    private static String last(SessionId id, int letters) {
        String text = id.toString();
        return text.substring(Math.max(0, text.length() - letters));
    }
}
