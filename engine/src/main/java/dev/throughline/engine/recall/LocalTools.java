package dev.throughline.engine.recall;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.wire.LocalCall;

/** The tools that we answer ourselves. Safe for use by many threads. */
@FunctionalInterface
public interface LocalTools {
    /** What a tool said. */
    record ToolAnswer(String text, boolean isError) {}

    /**
     * Answers a call of one of them.
     *
     * @param roomTokens how much may be said
     */
    ToolAnswer answer(RecordedTurn recorded, LocalCall call, long roomTokens);
}
