package dev.throughline.engine.archive;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Instant;
import java.util.Optional;

/**
 * The summary of a session, for lists. Its last fields are computed from the entries by {@link #after}. Every store
 * updates the card with each append.
 *
 * @param parent the parent session, for a sub-agent
 * @param client the program that opened it
 * @param model the model of the newest conversation request
 * @param turns the number of turns of the conversation, without side requests
 * @param items the number of archived items
 * @param tokens estimated tokens of the newest conversation request
 * @param usage the tokens that the upstream billed for all turns, including side requests
 */
public record SessionCard(
        SessionRef ref,
        SessionKey key,
        Optional<SessionId> parent,
        String client,
        Instant created,
        Instant updated,
        String model,
        long turns,
        long items,
        long tokens,
        Usage usage) {
    public SessionCard {
        // Many thousands of cards are in memory, and there are few programs and models.
        client = client.intern();
        model = model.intern();
    }

    /** The card of a session that was just opened. */
    public static SessionCard opened(
            SessionRef ref, SessionKey key, Optional<SessionId> parent, String client, Instant at) {
        return new SessionCard(ref, key, parent, client, at, at, "", 0, 0, 0, Usage.NONE);
    }

    /** Whether it contains only side requests; such a session is not listed. */
    public boolean hasOnlySideRequests() {
        return turns == 0 && items > 0;
    }

    /** This card after one more entry. */
    public SessionCard after(Entry entry) {
        return switch (entry) {
            case Entry.TurnOpened turn
            when turn.purpose() == Purpose.CONVERSATION ->
                with(turn.at(), turn.model(), turns + 1, items, turn.tokens(), usage);
            case Entry.TurnOpened turn -> with(turn.at(), model, turns, items, tokens, usage);
            case Entry.TurnClosed turn ->
                with(
                        turn.at(),
                        model,
                        turns,
                        items,
                        tokens,
                        usage.plus(turn.usage().orElse(Usage.NONE)));
            case Entry.Node _ -> afterNode();
            // Questions to the helper model do not count as activity of the session, so its time does not change.
            case Entry.Source _, Entry.Head _, Entry.Link _, Entry.Edited _, Entry.HelperCall _ -> this;
        };
    }

    /** This card after one more node. */
    public SessionCard afterNode() {
        return with(updated, model, turns, items + 1, tokens, usage);
    }

    private SessionCard with(Instant at, String model, long turns, long items, long tokens, Usage usage) {
        Instant latest = at.isAfter(updated) ? at : updated;
        return new SessionCard(ref, key, parent, client, created, latest, model, turns, items, tokens, usage);
    }
}
