package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.archive.SessionCard;
import java.util.Optional;

/**
 * What a list of sessions shows of one, beside its card.
 *
 * @param title the first words of the person
 * @param folder where its agent works, as it was told last
 * @param tokens tokens of the newest request as the client sent it
 * @param change the net change in the cost of input; empty if nothing was edited
 */
public record SessionOutline(
        @JsonUnwrapped SessionCard card,
        String title,
        Optional<String> folder,
        @JsonProperty("tokens_in") long tokens,
        Optional<Double> change) {
    static SessionOutline of(SessionCard card, SessionDigest digest) {
        SessionDigest.Summary summary = digest.summary();
        return new SessionOutline(card, summary.title(), digest.folder(), summary.tokens(), summary.change());
    }
}
