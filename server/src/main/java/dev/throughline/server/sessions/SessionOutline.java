package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.session.ChatKey;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A session in a list: its card, and what its digest and the lists of all sessions add.
 *
 * @param shortId the last letters of its id, as many as no other session's id begins or ends with
 * @param kind the type of its chat; {@link #AGENT} for an agent that no chat gateway named
 * @param flags {@code reset} if its key belongs to a newer session, {@code compacted}, {@code imported}
 * @param name the name of the session, if it was indexed
 * @param description its goal in one sentence, if it was indexed
 * @param title the beginning of the user's first message
 * @param folder the folder in which its agent works
 * @param tokens tokens of the newest request as the client sent it
 * @param window the context window of its model, if it is known
 * @param change the net change in the cost of input; empty if nothing was edited
 */
public record SessionOutline(
        @JsonUnwrapped SessionCard card,
        @JsonProperty("short_id") String shortId,
        String kind,
        List<String> flags,
        Optional<String> name,
        Optional<String> description,
        String title,
        Optional<String> folder,
        @JsonProperty("tokens_in") long tokens,
        Optional<Long> window,
        Optional<Double> change) {
    /** The kind of a session of an agent that no chat gateway named. */
    static final String AGENT = "agent";

    public SessionOutline {
        flags = List.copyOf(flags);
    }

    /**
     * What a list shows of a session.
     *
     * @param isReset whether its key belongs to a newer session
     * @param window the context window of its model
     */
    static SessionOutline of(
            SessionCard card,
            SessionDigest digest,
            Optional<SessionMetadata> metadata,
            boolean isReset,
            Optional<Long> window) {
        SessionDigest.DigestSummary summary = digest.summary();
        return new SessionOutline(
                card,
                "",
                kind(card),
                flags(card, summary, isReset),
                metadata.map(SessionMetadata::name),
                metadata.map(SessionMetadata::description),
                summary.title(),
                digest.folder(),
                summary.tokens(),
                window,
                summary.change());
    }

    private static String kind(SessionCard card) {
        Optional<ChatType> named = card.parent().isPresent()
                ? Optional.of(ChatType.SUBAGENT)
                : card.origin()
                        .or(() -> ChatKey.parse(card.key().text()).map(ChatKey::origin))
                        .map(ChatOrigin::type);
        return named.map(ChatType::word).orElse(AGENT);
    }

    private static List<String> flags(SessionCard card, SessionDigest.DigestSummary summary, boolean isReset) {
        List<String> flags = new ArrayList<>();
        if (isReset) {
            flags.add("reset");
        }
        if (card.compactions() > 0) {
            flags.add("compacted");
        }
        if (summary.isImported()) {
            flags.add("imported");
        }
        return flags;
    }

    SessionOutline withShortId(String id) {
        return new SessionOutline(card, id, kind, flags, name, description, title, folder, tokens, window, change);
    }
}
