package dev.throughline.engine.archive;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
public final class RecentItems {
    private static final int MOST_ITEMS = 65_536;
    private static final int MOST_RESPONSES = 8_192;

    private final Cache<Hash, SessionRef> items = Caffeine.newBuilder()
            .maximumSize(MOST_ITEMS)
            .executor(Runnable::run)
            .build();
    private final Cache<String, SessionRef> responses = Caffeine.newBuilder()
            .maximumSize(MOST_RESPONSES)
            .executor(Runnable::run)
            .build();

    /** The session of a tenant in which most of these items were said. */
    public Optional<SessionRef> sessionOf(Tenant tenant, List<Hash> said) {
        Map<SessionRef, Integer> votes = new LinkedHashMap<>();
        for (Hash item : said) {
            SessionRef session = items.getIfPresent(item);
            if (session != null && session.tenant().equals(tenant)) {
                votes.merge(session, 1, Integer::sum);
            }
        }
        return votes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** The session of a tenant that got this reply. */
    public Optional<SessionRef> sessionOf(Tenant tenant, String responseId) {
        return Optional.ofNullable(responses.getIfPresent(responseId))
                .filter(session -> session.tenant().equals(tenant));
    }

    void note(SessionRef session, List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry instanceof Entry.Node node) {
                items.put(node.item(), session);
            } else if (entry instanceof Entry.TurnClosed turn) {
                turn.responseId().ifPresent(id -> responses.put(id, session));
            }
        }
    }
}
