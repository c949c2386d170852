package dev.throughline.engine.archive;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A request as it would be recorded if it came now, for whoever wants to know what would be sent. Its session is a
 * copy: what is decided is known there and nowhere else, and nothing is written. Not safe for use by many threads.
 */
public final class DryRun {
    private final LiveSession session;
    private final RecordedTurn recorded;

    private DryRun(LiveSession session, RecordedTurn recorded) {
        this.session = session;
        this.recorded = recorded;
    }

    /** Takes a request into a copy of its session. */
    static DryRun on(LiveSession copy, SessionCard card, HistoryPlacement placement) {
        List<RecordedTurn.Step> path = Archive.path(copy, placement);
        return new DryRun(copy, Archive.recorded(card, placement, path, append(copy, placement.entries())));
    }

    /** The request, as if it had been kept. */
    public RecordedTurn recorded() {
        return recorded;
    }

    /** Does some work on the copy, as {@link Archive#at} does it on the session. */
    public <T> T at(RecordedTurn turn, Archive.Work<T> work) {
        return work.on(new LeasedSession(session, turn, entries -> append(session, entries), /* isDryRun= */ true));
    }

    private static Receipt append(LiveSession copy, List<Entry> entries) {
        entries.forEach(entry -> copy.accept(new ArchivedEntry(copy.sequence() + 1, entry)));
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        return new Receipt(copy.sequence(), done, done);
    }
}
