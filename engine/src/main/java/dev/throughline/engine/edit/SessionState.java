package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.EditLog;
import java.util.List;
import java.util.Optional;

/** Writes the state block of a session. Safe for use by many threads. */
@FunctionalInterface
public interface SessionState {
    /**
     * A request for the block of a turn.
     *
     * @param userText the newest text of the user
     * @param isNewUserText whether that text is new. If not, messages are being replaced while the model works, and
     *     snippets and topics for the text were added before
     * @param log the edits in force, and those that are expected in this turn
     * @param visibleBlocks blocks of earlier turns that the model can still read, oldest first
     * @param recentTools names of the tools that were called recently, newest first
     * @param promptTokens the tokens of the prompt without this block
     * @param maxMemoryTokens the maximum number of tokens for content of other sessions
     */
    record StateRequest(
            RecordedTurn recorded,
            String userText,
            boolean isNewUserText,
            EditLog log,
            List<String> visibleBlocks,
            List<String> recentTools,
            long promptTokens,
            long maxMemoryTokens) {
        public StateRequest {
            visibleBlocks = List.copyOf(visibleBlocks);
            recentTools = List.copyOf(recentTools);
        }

        /** This request after some of the tokens for content of other sessions were used. */
        public StateRequest afterMemory(long tokens) {
            return new StateRequest(
                    recorded,
                    userText,
                    isNewUserText,
                    log,
                    visibleBlocks,
                    recentTools,
                    promptTokens + tokens,
                    Math.max(0, maxMemoryTokens - tokens));
        }
    }

    /** The block to put before the user text; empty if the model can already read everything in it. */
    Optional<String> block(StateRequest request);

    /**
     * The notes of a session.
     *
     * @param last the last node that they describe
     */
    record Notes(String text, Hash last) {}

    /**
     * The notes that may replace the content that they describe; empty if the last node that they describe is not
     * known.
     */
    default Optional<Notes> notes(SessionRef session) {
        return Optional.empty();
    }
}
