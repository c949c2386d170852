package dev.throughline.memory.project;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.TurnId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The folders that the agents of sessions worked in, read from the archive. Safe for use by many threads. */
public interface SessionFolders {
    /** From this turn on, the agent worked in this folder. */
    record Move(TurnId turn, Instant at, String folder) {}

    /** The moves of a session so far, oldest first; empty if no request named a folder. */
    List<Move> moves(SessionCard card);

    /** The folder that the agent works in now. */
    default Optional<String> folder(SessionCard card) {
        List<Move> moves = moves(card);
        return moves.isEmpty() ? Optional.empty() : Optional.of(moves.getLast().folder());
    }

    /** Stores what was read of a session so far, so that the next process need not read it again. */
    void save(SessionCard card);
}
