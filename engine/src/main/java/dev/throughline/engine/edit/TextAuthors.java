package dev.throughline.engine.edit;

import dev.throughline.workingset.Piece;
import java.util.Set;

/** Tells who wrote a text of a history: the role of a message is not enough. */
@FunctionalInterface
public interface TextAuthors {
    /** Whether an agent, not a person, wrote a user's text. */
    Set<Piece.Trait> ofUser(String text);

    /** Whether a person, not a tool, wrote the result of a tool. */
    default Set<Piece.Trait> ofResult(String tool, boolean isError, String text) {
        return Set.of();
    }
}
