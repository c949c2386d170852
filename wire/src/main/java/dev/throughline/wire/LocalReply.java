package dev.throughline.wire;

import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import java.time.Instant;
import java.util.Optional;

/**
 * A complete reply of the gateway's own: one message with this text, which ends the turn. A dialect writes it with
 * {@link Wire#localReply}.
 *
 * @param turn the turn that it answers; the ids in the reply are derived from it
 * @param text the text of the message; if it is empty, the reply contains no text
 * @param usage the tokens that the reply reports
 * @param providerId the id of the provider's reply that it replaces, under which a client can continue; empty if the
 *     provider was not asked
 */
public record LocalReply(TurnId turn, Instant at, String text, Usage usage, Optional<String> providerId) {
    /** A reply of which the provider knows nothing. */
    public LocalReply(TurnId turn, Instant at, String text) {
        this(turn, at, text, Usage.NONE, Optional.empty());
    }

    /** An id of the reply, with the prefix that the dialect gives it. */
    public String id(String prefix) {
        return prefix + turn.toString().replace("-", "");
    }
}
