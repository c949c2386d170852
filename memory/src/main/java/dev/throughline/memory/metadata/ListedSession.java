package dev.throughline.memory.metadata;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.session.ChatKey;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import java.time.Instant;
import java.util.Optional;

/**
 * A session in the {@link SessionDirectory}.
 *
 * @param key the key under which it was opened
 * @param agent the agent that it belongs to; names are unique within an agent
 * @param name empty if it was not indexed yet
 * @param folder the folder in which its agent worked when it was indexed, if it is known
 * @param isChild whether it is the session of a sub-agent
 */
public record ListedSession(
        SessionRef ref,
        SessionKey key,
        String agent,
        Optional<String> name,
        String description,
        Optional<String> folder,
        Instant updated,
        boolean isChild) {
    public ListedSession {
        agent = agent.intern();
        folder = folder.map(String::intern);
    }

    static ListedSession of(SessionCard card, Optional<SessionMetadata> metadata) {
        return new ListedSession(
                card.ref(),
                card.key(),
                agent(card),
                metadata.map(SessionMetadata::name),
                metadata.map(SessionMetadata::description).orElse(""),
                metadata.flatMap(SessionMetadata::folder),
                card.updated(),
                card.parent().isPresent());
    }

    /** The agent that a session belongs to. All sessions that name no agent belong to one. */
    static String agent(SessionCard card) {
        return card.origin()
                .map(ChatOrigin::agent)
                .or(() -> ChatKey.parse(card.key().text()).map(ChatKey::agentName))
                .orElse(ChatOrigin.DEFAULT_AGENT);
    }

    /** This session after a later turn. */
    ListedSession with(SessionCard card) {
        return new ListedSession(ref, key, agent(card), name, description, folder, card.updated(), isChild);
    }
}
