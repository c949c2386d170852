package dev.throughline.engine.archive;

import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.EditLog;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.event.Level;

/**
 * The session of a recorded turn while its lease is held, valid only during the {@link Archive.Work} that it is passed
 * to; or a copy of the session for a {@linkplain Archive#dryRun dry run}.
 */
public final class LeasedSession {
    private final LiveSession session;
    private final RecordedTurn recorded;
    private final Function<List<Entry>, Receipt> append;
    private final boolean isDryRun;

    LeasedSession(LiveSession session, RecordedTurn recorded, Function<List<Entry>, Receipt> append, boolean isDryRun) {
        this.session = session;
        this.recorded = recorded;
        this.append = append;
        this.isDryRun = isDryRun;
    }

    public RecordedTurn recorded() {
        return recorded;
    }

    /** Whether this is a copy of a session, of which nothing is stored. */
    public boolean isDryRun() {
        return isDryRun;
    }

    /** The edits in force; only {@link #append} changes them. */
    public EditLog edits() {
        return session.edits();
    }

    /** The receipt of edits that must not be used before they are durable; empty if all are. */
    public Optional<Receipt> pendingEdits() {
        return session.pendingEdits();
    }

    public SessionProgress progress() {
        return session.progress();
    }

    public ManualCompaction manualCompaction() {
        return session.manualCompaction();
    }

    /** The newest request of the conversation as it was last parsed; empty if that is not in memory. */
    public Optional<ParsedHistory> parsed() {
        return session.parsed();
    }

    /** Caches the parsed request of a conversation for the next request. A side request is not cached. */
    public void setParsed(ParsedHistory parsed) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION) {
            session.setParsed(parsed);
        }
    }

    /** Whether the turn has the same model and tools as the newest request that the provider accepted. */
    public boolean isLikeAccepted() {
        return session.isLikeAccepted(recorded.turn().id());
    }

    /**
     * Appends decisions to the archive and adds them to the edits in force. They must not be used before they are
     * durable.
     */
    public void append(List<Decision> decisions) {
        decisions.forEach(decision -> Archive.logDecision(recorded, decision, isDryRun ? Level.DEBUG : Level.INFO));
        var _ = append.apply(TurnEntries.ofDecisions(session, recorded.turn(), decisions));
    }
}
