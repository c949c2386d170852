package dev.throughline.wire;

import dev.throughline.wire.Reply.Ending;
import java.util.List;
import java.util.Optional;

/**
 * One reply of the provider among those that make one reply for the client.
 *
 * @param reply all of it as the provider sent it, calls of the gateway's own tools included
 * @param calls the calls of the gateway's own tools, in their order; only those that are whole
 * @param hasClientCalls whether it also calls tools that the client answers
 * @param overflow present if the reply is the report that the request was too long
 * @param isWithheld whether not a byte of this reply reached the client, so that it may be asked for again
 */
public record ReplyRound(
        Reply reply, List<LocalCall> calls, boolean hasClientCalls, Optional<Overflow> overflow, boolean isWithheld) {
    public ReplyRound {
        calls = List.copyOf(calls);
    }

    /** Whether the gateway can answer everything that this reply asks for, and let the model go on. */
    public boolean isContinuable() {
        return isDone() && !calls.isEmpty() && !hasClientCalls;
    }

    /** Whether the client has to answer first: the gateway's results are kept and put back when it returns. */
    public boolean isMixed() {
        return isDone() && !calls.isEmpty() && hasClientCalls;
    }

    private boolean isDone() {
        return reply.ending() == Ending.COMPLETE;
    }
}
