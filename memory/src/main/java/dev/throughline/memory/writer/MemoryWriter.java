package dev.throughline.memory.writer;

import java.util.Optional;

/**
 * Writes one kind of memory, such as session notes or topics. One instance serves all sessions. The scheduler runs the
 * writers of one session one after the other on one thread; different sessions run at the same time. Each writer
 * stores the position up to which it has read a session. Work that throws is tried again with the next call.
 */
public interface MemoryWriter {
    /** Its name in logs. */
    String name();

    /** Does the work that is due after a turn; empty if none is. A conversation is read only if work is due. */
    default Optional<WriteResult> afterTurn(EndedTurn turn) {
        return Optional.empty();
    }

    /**
     * Does the work that is due when a session was reset: what was said in it is not read again later. Empty if none
     * is.
     */
    default Optional<WriteResult> afterReset(EndedTurn turn) {
        return afterTurn(turn);
    }

    /** Does the work that is due one minute after the start and then every quarter of an hour; empty if none is. */
    default Optional<WriteResult> periodically() {
        return Optional.empty();
    }
}
