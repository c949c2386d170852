package dev.throughline.server.wiring;

import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.model.SessionRef;
import java.util.List;

/** Counts the events of memory that have a metric, and passes all events on. */
record CountedMemory(Metrics metrics, MemoryListener next) implements MemoryListener {
    @Override
    public void loaded(SessionRef session, String block) {
        next.loaded(session, block);
    }

    @Override
    public void reading(SessionRef session, List<String> pieces) {
        next.reading(session, pieces);
    }

    @Override
    public void updated(SessionRef session, List<String> outcomes, boolean isSaved) {
        next.updated(session, outcomes, isSaved);
    }

    @Override
    public void indexed(IndexAttempt attempt) {
        metrics.indexed(attempt);
        next.indexed(attempt);
    }
}
