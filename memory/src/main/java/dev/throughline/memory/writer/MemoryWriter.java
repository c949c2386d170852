package dev.throughline.memory.writer;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes one kind of memory, such as session notes or topics. One instance serves all sessions. The scheduler runs the
 * writers of one session one after the other on one thread; different sessions run at the same time. Each writer
 * stores the position up to which it has read a session.
 */
public interface MemoryWriter {
    /** Its name in logs. */
    String name();

    /**
     * The work that is due after an event, if any. Called for every event, so it is quick and does not read the
     * conversation. If the work throws, this method is called again with the next event.
     */
    Optional<Supplier<WriteResult>> due(MemoryEvent event);
}
