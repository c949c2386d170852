package dev.throughline.engine.archive;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
 * @param origin where its newest message comes from, if a chat gateway named that
 * @param earlierOrigins the origins of earlier messages that other participants wrote, one for each, the first ones up
 *     to {@link #MAX_EARLIER_ORIGINS}
 * @param previous the session that it replaced when its key was reset
 * @param lastUserMessage when a person last wrote a message; side requests and tool results do not change it
 * @param compactions how often its history was replaced by a summary
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
        Usage usage,
        Optional<ChatOrigin> origin,
        List<ChatOrigin> earlierOrigins,
        Optional<SessionId> previous,
        Optional<Instant> lastUserMessage,
        long compactions) {
    /** The most origins of earlier messages that a card contains. */
    public static final int MAX_EARLIER_ORIGINS = 15;

    public SessionCard {
        earlierOrigins = List.copyOf(earlierOrigins);
        // Many thousands of cards are in memory, and there are few programs and models.
        client = client.intern();
        model = model.intern();
    }

    /** The card of a session that was just opened. */
    public static SessionCard opened(
            SessionRef ref, SessionKey key, Optional<SessionId> parent, String client, Instant at) {
        return opened(ref.tenant(), key, new Store.Opening(ref.id(), parent, client, at));
    }

    /** The card of a session that was just opened under a key. */
    public static SessionCard opened(Tenant tenant, SessionKey key, Store.Opening opening) {
        return new SessionCard(
                new SessionRef(tenant, opening.id()),
                key,
                opening.parent(),
                opening.client(),
                opening.at(),
                opening.at(),
                "",
                0,
                0,
                0,
                Usage.NONE,
                opening.origin(),
                List.of(),
                opening.previous(),
                Optional.empty(),
                0);
    }

    /** Whether it contains only side requests; such a session is not listed. */
    public boolean hasOnlySideRequests() {
        return turns == 0 && items > 0;
    }

    /** The origins of its messages, one for each group of participants, the newest first. */
    public List<ChatOrigin> origins() {
        return Stream.concat(origin.stream(), earlierOrigins.stream()).toList();
    }

    /** This card after one more entry. */
    public SessionCard after(Entry entry) {
        return switch (entry) {
            case Entry.TurnOpened turn
            when turn.purpose().isConversation() ->
                with(turn.at(), turn.model(), turns + 1, items, turn.tokens(), usage)
                        .withUserMessages(turn);
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
            case Entry.Link link -> link.reason() == Entry.Link.Reason.CLIENT_COMPACTION ? withCompaction() : this;
            case Entry.Edited edited -> isCompaction(edited) ? withCompaction() : this;
            case Entry.OriginNamed named -> withOrigin(named.origin());
            // Questions to the helper model do not count as activity of the session, so its time does not change.
            case Entry.Source _, Entry.Head _, Entry.HelperCall _, Entry.CompactionRequested _, Entry.Imported _ ->
                this;
        };
    }

    /** This card after one more node. */
    public SessionCard afterNode() {
        return with(updated, model, turns, items + 1, tokens, usage);
    }

    private SessionCard with(Instant at, String model, long turns, long items, long tokens, Usage usage) {
        return new SessionCard(
                ref,
                key,
                parent,
                client,
                created,
                later(updated, at),
                model,
                turns,
                items,
                tokens,
                usage,
                origin,
                earlierOrigins,
                previous,
                lastUserMessage,
                compactions);
    }

    private static Instant later(Instant one, Instant other) {
        return other.isAfter(one) ? other : one;
    }

    private SessionCard withUserMessages(Entry.TurnOpened turn) {
        Optional<Instant> latest = turn.userMessages() == 0
                ? lastUserMessage
                : Optional.of(lastUserMessage.map(at -> later(at, turn.at())).orElse(turn.at()));
        return with(origin, earlierOrigins, latest, compactions);
    }

    private SessionCard withOrigin(ChatOrigin named) {
        // The key of an agent's chat names its origin, so earlier messages without one are not of unknown origin.
        boolean isUnknown = origin.isEmpty() && items > 0 && !key.text().startsWith("agent:");
        List<ChatOrigin> earlier = new ArrayList<>();
        Stream.concat(earlierOrigins.stream(), isUnknown ? Stream.of(ChatOrigin.UNKNOWN) : origin.stream())
                .filter(other -> !other.hasParticipantsOf(named))
                .filter(other -> earlier.stream().noneMatch(other::hasParticipantsOf))
                .limit(MAX_EARLIER_ORIGINS)
                .forEach(earlier::add);
        return with(Optional.of(named), earlier, lastUserMessage, compactions);
    }

    private static boolean isCompaction(Entry.Edited edited) {
        return edited.edits().stream().anyMatch(edit -> edit instanceof Edit.Replace replace && !replace.isDrop());
    }

    private SessionCard withCompaction() {
        return with(origin, earlierOrigins, lastUserMessage, compactions + 1);
    }

    private SessionCard with(
            Optional<ChatOrigin> from, List<ChatOrigin> earlier, Optional<Instant> message, long compacted) {
        return new SessionCard(
                ref, key, parent, client, created, updated, model, turns, items, tokens, usage, from, earlier, previous,
                message, compacted);
    }
}
