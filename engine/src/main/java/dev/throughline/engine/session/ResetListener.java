package dev.throughline.engine.session;

import dev.throughline.engine.archive.SessionCard;

/** Is told about resets. */
@FunctionalInterface
public interface ResetListener {
    ResetListener NONE = _ -> {};

    /** A session is about to be replaced by a new one under its key. Must not wait for a model. */
    void beforeReset(SessionCard ended);
}
