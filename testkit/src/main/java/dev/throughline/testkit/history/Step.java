package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import java.util.List;

/**
 * One request of a random client, and the reply to it.
 *
 * @param move how this request's history follows from the one before it
 * @param branch the number of the branch that this request stands on; the first is 0
 * @param request the request's body, varied as the plan allows
 * @param history the elements of the history without variation
 * @param known how many of those elements stand at the start of an earlier request's history, its reply included
 * @param reply the streamed reply
 * @param said what the reply says, in the shape in which the client sends it back
 */
public record Step(
        Move move, int branch, Bytes request, List<Bytes> history, int known, Bytes reply, List<Bytes> said) {
    /** How a history follows from the one before it. */
    public enum Move {
        /** It is the one before, the reply to it, and something new. */
        GROW,
        /** It goes back to an earlier prompt, says something else there, and the old branch may be taken up again. */
        FORK,
        /** It goes back to an earlier prompt and says something else there for good. */
        REWIND,
        /** It takes up a branch that was left. */
        RETURN,
        /** It begins with a summary of what was said before. */
        COMPACT
    }

    public Step {
        history = List.copyOf(history);
        said = List.copyOf(said);
    }
}
