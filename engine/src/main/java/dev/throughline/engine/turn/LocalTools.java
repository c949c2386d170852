package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.wire.join.LocalCall;

/** The tools that we answer ourselves. Safe for use by many threads. */
@FunctionalInterface
public interface LocalTools {
    /** What a tool said. */
    record Said(String text, boolean isError) {}

    /**
     * Answers a call of one of them.
     *
     * @param roomTokens how much may be said
     */
    Said answer(Recorded recorded, LocalCall call, long roomTokens);
}
