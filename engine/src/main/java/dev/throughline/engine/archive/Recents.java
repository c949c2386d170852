package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which session said something lately: for clients that send no id, and whose conversation must be found again by what
 * is left of it. A memory of bounded size that may forget; a conversation it no longer knows becomes a new session.
 *
 * <p>Safe for use by many threads.
 */
public final class Recents {
    private static final int MOST_ITEMS = 65_536;
    private static final int MOST_RESPONSES = 8_192;

    private final Map<Hash, SessionRef> items = bounded(MOST_ITEMS);
    private final Map<String, SessionRef> responses = bounded(MOST_RESPONSES);

    /** The session of a tenant in which most of these items were said. */
    public synchronized Optional<SessionRef> sessionOf(Tenant tenant, List<Hash> said) {
        Map<SessionRef, Integer> votes = new LinkedHashMap<>();
        for (Hash item : said) {
            SessionRef session = items.get(item);
            if (session != null && session.tenant().equals(tenant)) {
                votes.merge(session, 1, Integer::sum);
            }
        }
        return votes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** The session of a tenant that got this reply. */
    public synchronized Optional<SessionRef> sessionOf(Tenant tenant, String responseId) {
        return Optional.ofNullable(responses.get(responseId))
                .filter(session -> session.tenant().equals(tenant));
    }

    synchronized void note(SessionRef session, List<Entry> entries) {
        for (Entry entry : entries) {
            switch (entry) {
                case Entry.Node node -> items.put(node.item(), session);
                case Entry.TurnClosed turn -> turn.responseId().ifPresent(id -> responses.put(id, session));
                case Entry.Source _,
                        Entry.Head _,
                        Entry.TurnOpened _,
                        Entry.Link _,
                        Entry.Edited _,
                        Entry.Helped _ -> {}
            }
        }
    }

    private static <K> Map<K, SessionRef> bounded(int most) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, SessionRef> eldest) {
                return size() > most;
            }
        };
    }
}
