package dev.throughline.engine.edit;

import dev.throughline.workingset.Piece;
import java.util.Set;

/** Who speaks in a text of a history: roles alone do not tell. */
@FunctionalInterface
public interface TextAuthors {
    /** Whether an agent, and no person, wrote a user's text. */
    Set<Piece.Trait> ofUser(String text);

    /** Whether a person, and no tool, speaks in the result of a tool. */
    default Set<Piece.Trait> ofResult(String tool, boolean isError, String text) {
        return Set.of();
    }
}
