package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.metadata.SessionMetadata;
import java.util.Optional;

/**
 * A session in a list: its card, and what its digest adds.
 *
 * @param name the name of the session, if it was indexed
 * @param description its goal in one sentence, if it was indexed
 * @param title the beginning of the user's first message
 * @param folder the folder in which its agent works
 * @param tokens tokens of the newest request as the client sent it
 * @param change the net change in the cost of input; empty if nothing was edited
 */
public record SessionOutline(
        @JsonUnwrapped SessionCard card,
        Optional<String> name,
        Optional<String> description,
        String title,
        Optional<String> folder,
        @JsonProperty("tokens_in") long tokens,
        Optional<Double> change) {
    static SessionOutline of(SessionCard card, SessionDigest digest, Optional<SessionMetadata> metadata) {
        SessionDigest.DigestSummary summary = digest.summary();
        return new SessionOutline(
                card,
                metadata.map(SessionMetadata::name),
                metadata.map(SessionMetadata::description),
                summary.title(),
                digest.folder(),
                summary.tokens(),
                summary.change());
    }
}
