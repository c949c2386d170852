package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.EditLog;
import java.util.List;
import java.util.Optional;

/** What a session is told beside the words of its user. Safe for use by many threads. */
@FunctionalInterface
public interface SessionState {
    /**
     * When it may be told something: the user has spoken and those words were not sent yet, or messages are taken away
     * while the model works.
     *
     * @param words what the user said last
     * @param log the edits in force
     * @param readable what the session was told before and the model can still read, oldest first
     * @param tools names of the tools that were called lately, newest first
     * @param prompt how many tokens the prompt has without what it is told now
     * @param room how many tokens what is not of this session may take
     * @param isHurried whether nobody has spoken, so that what words are about need not be sought anew
     */
    record StateRequest(
            RecordedTurn recorded,
            String words,
            EditLog log,
            List<String> readable,
            List<String> tools,
            long prompt,
            long room,
            boolean isHurried) {
        public StateRequest {
            readable = List.copyOf(readable);
            tools = List.copyOf(tools);
        }
    }

    /** The block to put before those words; nothing if there is nothing that the model cannot read already. */
    Optional<String> block(StateRequest request);

    /**
     * Notes of a session, and how far they go.
     *
     * @param last the last node that they tell of
     */
    record Notes(String text, Hash last) {}

    /** The notes that may take the place of what they tell of; nothing if it is not known how far they go. */
    default Optional<Notes> notes(SessionRef session) {
        return Optional.empty();
    }
}
