package dev.throughline.memory.project;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.TurnId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The folders that the agents of sessions worked in, read from the archive. Safe for use by many threads. */
public interface SessionFolders {
    /** A change of the working folder: from this turn on, the agent worked in this folder. */
    record Move(TurnId turn, Instant at, String folder) {}

    /** The moves of a session so far, oldest first; empty if no request named a folder. */
    List<Move> moves(SessionCard card);

    /** The folder that the agent works in now. */
    default Optional<String> folder(SessionCard card) {
        List<Move> moves = moves(card);
        return moves.isEmpty() ? Optional.empty() : Optional.of(moves.getLast().folder());
    }

    /** Stores the moves of a session so far, so that the next process need not read its turns again. */
    void save(SessionCard card);
}
