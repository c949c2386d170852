package dev.throughline.engine.session;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.reset.ResetRules;
import dev.throughline.engine.reset.ResetWords;
import dev.throughline.engine.reset.SessionClocks;
import dev.throughline.model.ChatType;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides when a message begins a new session under the key of its session: when a person asks for it, or when the
 * session is too old. Only a new message of a person can begin one: the result of a tool never does, nor a side
 * request. Safe for use by many threads.
 */
public final class SessionResets {
    /** The sessions that can be reset. */
    public enum ResetScope {
        /** Those whose key is derived from a named origin. */
        DERIVED,
        /** All, also those with the id of a client. */
        ALL,
        NONE
    }

    /**
     * When sessions are reset.
     *
     * @param mayAsk whether the message of a turn may ask for a reset
     */
    public record ResetSettings(ResetScope scope, ResetRules rules, ResetWords words, Predicate<Turn> mayAsk) {}

    private final Store store;
    private final Archive archive;
    private final PurposeDetector purposes;
    private final SessionLifecycle lifecycle;
    private final ResetSettings settings;

    public SessionResets(
            Store store,
            Archive archive,
            PurposeDetector purposes,
            SessionLifecycle lifecycle,
            ResetSettings settings) {
        this.store = store;
        this.archive = archive;
        this.purposes = purposes;
        this.lifecycle = lifecycle;
        this.settings = settings;
    }

    /** The session for a turn: this one, or a new one that replaces it. */
    public SessionCard sessionFor(SessionCard card, Turn turn) {
        return reason(card, turn)
                .map(reason -> lifecycle.reset(card, turn.at(), turn.origin(), reason))
                .orElse(card);
    }

    /** Why the turn begins a new session; empty if it belongs to this one. */
    public Optional<String> reason(SessionCard card, Turn turn) {
        boolean isFirst = card.turns() == 0; // A session without a turn is new already.
        if (isFirst || !isResettable(turn) || card.parent().isPresent()) {
            return Optional.empty();
        }
        Optional<String> message = NewestMessage.of(turn.wire(), turn.request(), purposes);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> rest = rest(turn, message.get());
        if (rest.isPresent()) {
            boolean isRepeated = !rest.get().isEmpty() && isRepeated(card, turn, message.get());
            return isRepeated ? Optional.empty() : Optional.of("asked for in a message");
        }
        Optional<Instant> since =
                store.keyHistory(card.ref().tenant(), card.key()).flatMap(Store.KeyHistory::since);
        SessionClocks clocks = SessionClocks.of(card, since);
        return settings.rules().reason(turn.origin().or(card::origin), clocks, turn.at());
    }

    /** Whether the newest message of a turn asks for a reset and also says something to the model. */
    public boolean asksWithMessage(Turn turn) {
        return isResettable(turn)
                && NewestMessage.of(turn.wire(), turn.request(), purposes)
                        .flatMap(message -> rest(turn, message))
                        .filter(rest -> !rest.isEmpty())
                        .isPresent();
    }

    /** Whether the newest message of a turn asks for a reset and says nothing else. */
    public boolean asksWithoutMessage(Turn turn) {
        return isResettable(turn)
                && NewestMessage.of(turn.wire(), turn.request(), purposes)
                        .flatMap(message -> rest(turn, message))
                        .filter(String::isEmpty)
                        .isPresent();
    }

    private Optional<String> rest(Turn turn, String message) {
        return settings.mayAsk().test(turn) ? settings.words().rest(message) : Optional.empty();
    }

    private boolean isResettable(Turn turn) {
        boolean isInScope =
                switch (settings.scope()) {
                    case DERIVED -> turn.hasDerivedKey();
                    case ALL -> true;
                    case NONE -> false;
                };
        boolean isSubAgent = turn.origin()
                .filter(origin -> origin.type() == ChatType.SUBAGENT)
                .isPresent();
        return isInScope && !isSubAgent && turn.purpose() == Purpose.CONVERSATION && !turn.continuesStoredResponse();
    }

    /**
     * Whether the client sends the message again with which the session began, for example because it got no answer. If
     * a person writes the same message again, the history contains it twice, or the session has more turns.
     */
    private boolean isRepeated(SessionCard card, Turn turn, String message) {
        if (card.turns() > 1) {
            return false;
        }
        List<Hash> same = turn.request().history().stream()
                .flatMap(element -> sameMessages(turn, element, message).stream())
                .toList();
        return same.size() == 1 && archive.inspect(card.ref(), session -> session.isCommand(same.getFirst()));
    }

    private List<Hash> sameMessages(Turn turn, Span element, String message) {
        return turn.wire().itemise(turn.request().body(), element).stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .filter(item -> purposes.userText(
                                turn.wire().text(turn.request().body(), item))
                        .words()
                        .equals(message))
                .map(Item::id)
                .toList();
    }
}
