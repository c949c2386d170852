package dev.throughline.engine.archive;

/**
 * A request as it would be recorded, used to compute the prompt that would be sent. Its session is a copy: decisions
 * change only the copy, and nothing is stored. Not safe for use by many threads.
 *
 * @param recorded the request as if it had been recorded
 */
public record DryRun(RecordedTurn recorded, LeasedSession session) {
    /** Does work on the copy, as {@link Archive#underLease} does on the session. */
    public <T> T underLease(RecordedTurn turn, Archive.Work<T> work) {
        return work.on(session);
    }
}
