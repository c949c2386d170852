package dev.throughline.wire;

import dev.throughline.model.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one dialect needs to answer tools of the gateway's own, so that the client never learns of them.
 *
 * <p>Holds no state and is safe for use by many threads; only the {@link ReplySplicer} that it makes is somebody's own.
 */
public interface LocalToolCodec {
    /** How replies come: as events, as events whose announcement waits, or as one document. */
    enum Form {
        STREAMED,
        STREAMED_HEAD_HELD,
        DOCUMENT
    }

    /**
     * Adds tools behind those of the client, in the same bytes every time. Nothing is added to a request that has no
     * tools in the usual place, has one of a name in the list, or asks for several answers at once.
     */
    List<RequestChange> addTools(Request request, List<LocalTool> tools);

    /** Stands between the replies of the provider and the one reply of the client. */
    ReplySplicer splicer(Set<String> localNames, Form form);

    /**
     * The elements to put behind the history of the request that was sent, so that the model goes on: what it said in
     * this round, and the results. Only for a round that {@linkplain ReplyRound#isContinuable() can be continued}.
     */
    List<Bytes> continuation(AnsweredRound answered);

    /** What the client will not send back of an answer of these rounds; nothing if it saw all of it. */
    Optional<HiddenCalls> hiddenCalls(List<AnsweredRound> rounds);

    /**
     * Puts back what the client never saw. {@code first} is the index of the first element of that answer in the
     * history of this request. If what stands there is not what the client was sent, there are no changes.
     */
    List<RequestChange> restore(Request request, int first, HiddenCalls hidden);

    /** What an HTTP error says about a request that was too long, if that is what it is about. */
    Optional<Overflow> overflow(int status, Bytes body);
}
