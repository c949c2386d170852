package dev.throughline.engine.edit;

import dev.throughline.workingset.Piece;
import java.util.Set;

/** Detects who wrote a text of a history. The role of its message is not enough to decide that. */
@FunctionalInterface
public interface TextAuthors {
    /** The traits of a user text, if an agent and not a person wrote it. */
    Set<Piece.Trait> ofUser(String text);

    /** The traits of a tool result, if a person and not a tool wrote it. */
    default Set<Piece.Trait> ofResult(String tool, boolean isError, String text) {
        return Set.of();
    }
}
