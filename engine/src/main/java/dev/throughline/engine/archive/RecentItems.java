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
 * Maps recent items and replies to their sessions, for clients that send no session id. After such a client has
 * compacted its history, its conversation is found by the remaining messages. The size is limited; a conversation that
 * was forgotten becomes a new session. Safe for use by many threads.
 */
public final class RecentItems {
    private static final int MAX_ITEMS = 65_536;
    private static final int MAX_RESPONSES = 8_192;

    private final Cache<Hash, SessionRef> items =
            Caffeine.newBuilder().maximumSize(MAX_ITEMS).executor(Runnable::run).build();
    private final Cache<String, SessionRef> responses = Caffeine.newBuilder()
            .maximumSize(MAX_RESPONSES)
            .executor(Runnable::run)
            .build();

    /** The session of a tenant that contains the largest number of these items. */
    public Optional<SessionRef> sessionOf(Tenant tenant, List<Hash> wanted) {
        Map<SessionRef, Integer> counts = new LinkedHashMap<>();
        for (Hash item : wanted) {
            SessionRef session = items.getIfPresent(item);
            if (session != null && session.tenant().equals(tenant)) {
                counts.merge(session, 1, Integer::sum);
            }
        }
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** The session of a tenant that received this reply. */
    public Optional<SessionRef> sessionOf(Tenant tenant, String responseId) {
        return Optional.ofNullable(responses.getIfPresent(responseId))
                .filter(session -> session.tenant().equals(tenant));
    }

    /** Removes a session that was deleted. */
    void forget(SessionRef session) {
        items.asMap().values().removeIf(session::equals);
        responses.asMap().values().removeIf(session::equals);
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
