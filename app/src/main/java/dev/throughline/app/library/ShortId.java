package dev.throughline.app.library;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Short names of sessions: the last letters of their ids, which are random. The first letters are the time, so sessions
 * of one hour share them.
 */
public final class ShortId {
    private static final int LEAST = 4;
    private static final int MOST_CANDIDATES = 8;

    private final int letters;

    private ShortId(int letters) {
        this.letters = letters;
    }

    /** As many letters as tell these sessions apart. */
    public static ShortId among(List<SessionCard> cards) {
        int letters = LEAST;
        while (!isUnique(cards, letters)) {
            letters++;
        }
        return new ShortId(letters);
    }

    /** A name of one session that no other of the home is likely to have. */
    public static String memorable(SessionId id) {
        return last(id, Library.LAST_LETTERS);
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

    /** Several sessions in one line, each by its shortest name and what is known of it. */
    static String candidates(List<SessionCard> cards) {
        ShortId names = among(cards);
        String listed = cards.stream()
                .limit(MOST_CANDIDATES)
                .map(card -> names.of(card.ref().id()) + " (" + card.client() + ", " + card.created() + ")")
                .collect(Collectors.joining(", "));
        return cards.size() > MOST_CANDIDATES ? listed + ", …" : listed;
    }

    private static boolean isUnique(List<SessionCard> cards, int letters) {
        Set<String> seen = new HashSet<>();
        return cards.stream().allMatch(card -> seen.add(last(card.ref().id(), letters)));
    }

    private static String last(SessionId id, int letters) {
        String text = id.toString();
        return text.substring(Math.max(0, text.length() - letters));
    }
}
