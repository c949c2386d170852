package dev.throughline.server.sessions;

import dev.throughline.engine.archive.SessionCard;
import java.time.Instant;
import java.util.Optional;

/**
 * Selects sessions for a list. Sessions that contain only side requests are not listed.
 *
 * @param limit the most sessions
 * @param since only those to which a person wrote after this time
 * @param project only those whose agent works in a folder of this name
 * @param agent only those of the program or the agent with this name
 */
public record OutlineQuery(int limit, Optional<Instant> since, Optional<String> project, Optional<String> agent) {
    /** The newest sessions. */
    public static OutlineQuery newest(int limit) {
        return new OutlineQuery(limit, Optional.empty(), Optional.empty(), Optional.empty());
    }

    boolean selects(SessionCard card) {
        boolean isActive = since.isEmpty()
                || card.lastUserMessage().filter(since.get()::isBefore).isPresent();
        boolean isOfAgent = agent.isEmpty()
                || agent.get().equals(card.client())
                || card.origin()
                        .filter(named -> named.agent().equals(agent.get()))
                        .isPresent();
        return isActive && isOfAgent && !card.hasOnlySideRequests();
    }

    /** Whether the last part of the path of a session's folder is the name of the project. */
    boolean isInProject(Optional<String> folder) {
        return folder.map(path -> path.substring(path.lastIndexOf('/') + 1)).equals(project);
    }
}
