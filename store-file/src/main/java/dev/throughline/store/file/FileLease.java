package dev.throughline.store.file;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionRef;

/** A lease as callers see it. */
record FileLease(Leases.Held held, long lastSequence, Sessions sessions) implements Store.Lease {
    @Override
    public SessionRef session() {
        return held.session().ref();
    }

    @Override
    public long fence() {
        return held.fence();
    }

    @Override
    public void close() {
        if (held.end()) {
            sessions.release(held.session());
        }
    }
}
