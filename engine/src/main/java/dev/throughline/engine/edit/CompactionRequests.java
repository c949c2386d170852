package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.DisplayText;
import dev.throughline.workingset.edit.Decision;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Accepts requests for a compaction of a session: its history is to be replaced by a summary. A request is an entry of
 * the session's archive, so it survives a restart; the next turn of the conversation carries it out, whatever the
 * policy is. Safe for use by many threads.
 */
public final class CompactionRequests {
    /** The longest text about what to keep. */
    public static final int MAX_KEEP_CHARACTERS = 4_000;

    private static final Duration LEASE_WAIT = Duration.ofSeconds(10);

    private final Store store;
    private final Optional<PromptEditor> editor;
    private final Clock clock;

    /** @param editor prepares summaries and estimates sizes; empty if no gateway is running on the store */
    public CompactionRequests(Store store, Optional<PromptEditor> editor, Clock clock) {
        this.store = store;
        this.editor = editor;
        this.clock = clock;
    }

    /**
     * What will happen.
     *
     * @param isPlanned whether the next turn will replace the history
     * @param tokensBefore estimated tokens of the newest prompt
     * @param tokensAfter estimated tokens of the prompt after the compaction; empty if not known before the next
     *     turn
     * @param message the same for people, as one or two sentences
     */
    public record PlannedCompaction(
            SessionId session, boolean isPlanned, long tokensBefore, OptionalLong tokensAfter, String message) {}

    /**
     * Requests a compaction. A newer request replaces an older one that was not carried out yet.
     *
     * @param by who or what requests it, such as {@code rest}
     * @param keep what the summary should keep; may be empty
     */
    public PlannedCompaction request(SessionCard card, String by, String keep) {
        String wish = keep.strip();
        if (wish.length() > MAX_KEEP_CHARACTERS) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "text_too_long",
                    "the text about what to keep has " + DisplayText.quantity(wish.length(), "character")
                            + ", but at most " + DisplayText.number(MAX_KEEP_CHARACTERS) + " are allowed; shorten it");
        }
        SessionRef session = card.ref();
        if (card.turns() == 0) {
            return impossible(card, 0, "Nothing to compact: the session has no turn yet.");
        }
        Optional<RecordedTurn> newest =
                editor.flatMap(editing -> editing.requestedSummaries().newest(session));
        if (newest.filter(recorded -> recorded.turn().continuesStoredResponse()).isPresent()) {
            return impossible(
                    card,
                    card.tokens(),
                    "The session cannot be compacted: its client sends only new messages, and the provider holds the"
                            + " history.");
        }
        Optional<Decision> estimate =
                newest.map(recorded -> editor.orElseThrow().requestedSummaries().estimate(recorded, wish));
        if (estimate.filter(decision -> decision.edits().isEmpty()).isPresent()) {
            long tokens = estimate.get().reason().before();
            return impossible(
                    card,
                    tokens,
                    "Nothing to compact: the history is so short that a summary of it would not be shorter (about "
                            + DisplayText.quantity(tokens, "token") + " in all).");
        }
        Entry.CompactionRequested request = new Entry.CompactionRequested(clock.instant(), by, wish);
        append(session, request);
        editor.ifPresent(editing -> editing.requestedSummaries().prepare(session, request));
        return planned(card, estimate);
    }

    private void append(SessionRef session, Entry.CompactionRequested request) {
        try (Store.Lease lease = store.lease(session, LEASE_WAIT)) {
            store.append(lease, List.of(request)).awaitDurable();
        }
    }

    private static PlannedCompaction impossible(SessionCard card, long tokens, String message) {
        return new PlannedCompaction(card.ref().id(), /* isPlanned= */ false, tokens, OptionalLong.empty(), message);
    }

    private static PlannedCompaction planned(SessionCard card, Optional<Decision> estimate) {
        long before = estimate.map(decision -> decision.reason().before()).orElse(card.tokens());
        OptionalLong after = estimate.map(
                        decision -> OptionalLong.of(decision.reason().after()))
                .orElse(OptionalLong.empty());
        String size = after.isPresent()
                ? "from about " + DisplayText.quantity(before, "token") + " to about "
                        + DisplayText.number(after.getAsLong())
                : "now about " + DisplayText.quantity(before, "token") + ", unless a summary would not be shorter";
        return new PlannedCompaction(
                card.ref().id(),
                /* isPlanned= */ true,
                before,
                after,
                "The history is replaced by a summary with the next message (" + size + ").");
    }
}
