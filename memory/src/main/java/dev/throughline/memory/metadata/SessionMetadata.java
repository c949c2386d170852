package dev.throughline.memory.metadata;

import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * The metadata of a session.
 *
 * @param session the session and the session before it
 * @param texts what is said about it
 * @param folder the folder in which its agent worked last, if it is known
 * @param createdAt when the session was opened
 * @param updatedAt when this was written
 * @param model the helper model that wrote the texts; empty if rules wrote them
 * @param lastIndexed the last node of the conversation that the texts cover
 * @param source who wrote the description, the summary and the tags
 * @param nameSource who wrote the name; a name that a person gave is not replaced
 */
public record SessionMetadata(
        SessionFiles session,
        MetadataTexts texts,
        Optional<String> folder,
        Instant createdAt,
        Instant updatedAt,
        Optional<String> model,
        Optional<Hash> lastIndexed,
        MetadataSource source,
        MetadataSource nameSource) {
    /**
     * A session and its place.
     *
     * @param file the archive of the session, relative to the home
     * @param parentFile the archive of the session that it continues, or that started it
     */
    public record SessionFiles(SessionId id, String file, Optional<String> parentFile) {}

    public String name() {
        return texts.name();
    }

    public String description() {
        return texts.description();
    }

    public String summary() {
        return texts.summary();
    }

    /** This metadata with another name. */
    SessionMetadata named(String name, MetadataSource by) {
        return new SessionMetadata(
                session, texts.named(name), folder, createdAt, updatedAt, model, lastIndexed, source, by);
    }
}
