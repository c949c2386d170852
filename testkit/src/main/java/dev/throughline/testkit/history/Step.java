package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import java.util.List;

/**
 * One request of a random client and its reply.
 *
 * @param move how the history of this request follows from the previous one
 * @param branch the number of the branch of this request; the first is 0
 * @param request the request's body, with the variations that the plan allows
 * @param history the elements of the history without variation
 * @param known the number of these elements with which the history of an earlier request begins, including its reply
 * @param reply the streamed reply
 * @param said the content of the reply in the form in which the client resends it
 */
public record Step(
        Move move, int branch, Bytes request, List<Bytes> history, int known, Bytes reply, List<Bytes> said) {
    /** How a history follows from the previous one. */
    public enum Move {
        /** The previous history, the reply, and new elements. */
        GROW,
        /** Back to an earlier prompt, with other content; the client may return to the old branch. */
        FORK,
        /** Back to an earlier prompt, with other content; the old branch is never used again. */
        REWIND,
        /** Returns to an old branch. */
        RETURN,
        /** Begins with a summary of the previous history. */
        COMPACT
    }

    public Step {
        history = List.copyOf(history);
        said = List.copyOf(said);
    }
}
