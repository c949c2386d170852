package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import java.util.List;
import java.util.Optional;

/**
 * One of the provider's replies that make one reply for the client.
 *
 * @param reply the whole reply as the provider sent it, with the calls of the gateway's own tools
 * @param calls the complete calls of the gateway's own tools, in their order
 * @param cutCalls the other calls of the gateway's own tools, as the provider sent them: the client does not see them
 *     and nobody answers them
 * @param hasClientCalls whether it also calls tools that the client answers
 * @param overflow present if the reply is the report that the request was too long
 * @param isWithheld whether no byte of this reply was sent to the client, so that the request may be sent again
 */
public record ReplyRound(
        Reply reply,
        List<LocalCall> calls,
        List<Bytes> cutCalls,
        boolean hasClientCalls,
        Optional<Overflow> overflow,
        boolean isWithheld) {
    public ReplyRound {
        calls = List.copyOf(calls);
        cutCalls = List.copyOf(cutCalls);
    }

    /** Whether the gateway can answer all calls of this reply, so that the model can continue. */
    public boolean isContinuable() {
        return isDone() && !calls.isEmpty() && cutCalls.isEmpty() && !hasClientCalls;
    }

    /**
     * Whether the client has to answer other calls first; the gateway's results are then inserted into its next
     * request.
     */
    public boolean isMixed() {
        return isDone() && !calls.isEmpty() && hasClientCalls;
    }

    private boolean isDone() {
        return reply.ending() == Ending.COMPLETE;
    }
}
