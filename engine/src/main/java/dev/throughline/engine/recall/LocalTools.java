package dev.throughline.engine.recall;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.wire.LocalCall;

/** Answers calls of local tools. Safe for use by many threads. */
@FunctionalInterface
public interface LocalTools {
    /** The answer to a call. */
    record ToolAnswer(String text, boolean isError) {}

    /**
     * Answers a call.
     *
     * @param maxTokens the maximum length of the answer
     */
    ToolAnswer answer(RecordedTurn recorded, LocalCall call, long maxTokens);
}
