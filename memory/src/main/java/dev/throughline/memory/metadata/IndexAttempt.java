package dev.throughline.memory.metadata;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt to write the metadata of a session, for logs and counters.
 *
 * @param source who was to write it: the helper model or rules
 * @param model the helper model that was asked
 * @param usage what the helper model has cost, also without an answer
 * @param error the reason of a failure; empty if metadata was written
 */
public record IndexAttempt(
        SessionRef session,
        MetadataSource source,
        Optional<String> model,
        Instant timestamp,
        Usage usage,
        Optional<String> error) {
    public boolean isSuccess() {
        return error.isEmpty();
    }
}
