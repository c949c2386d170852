package dev.throughline.wire;

import dev.throughline.model.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and writes calls of the gateway's own tools in one dialect, so that the client does not see them.
 *
 * <p>Holds no state and is safe for use by many threads; a {@link ReplySplicer} belongs to one reply.
 */
public interface LocalToolCodec {
    /** The form in which replies arrive: as events, as events whose first ones are held back, or as one document. */
    enum ReplyForm {
        STREAMED,
        STREAMED_HEAD_HELD,
        DOCUMENT
    }

    /**
     * Adds tools after those of the client, in the same bytes every time. Nothing is added to a request that has no
     * tools in the usual place, has one of a name in the list, or asks for several answers at once.
     */
    List<RequestChange> addTools(Request request, List<LocalTool> tools);

    /** Creates a splicer, which joins the replies of the provider into one reply for the client. */
    ReplySplicer splicer(Set<String> localNames, ReplyForm form);

    /**
     * The elements to append to the history of the request that was sent, so that the model continues: its output of
     * this round, and the results. Only for a round that {@linkplain ReplyRound#isContinuable() can be continued}.
     */
    List<Bytes> continuation(AnsweredRound answered);

    /** The calls of these rounds that the client did not see and will not send back; empty if there are none. */
    Optional<HiddenCalls> hiddenCalls(List<AnsweredRound> rounds);

    /**
     * Restores the calls that the client did not see. {@code first} is the index of the first element of that answer in
     * the history of this request. If the client changed that answer, there are no changes.
     */
    List<RequestChange> restore(Request request, int first, HiddenCalls hidden);

    /** The overflow that an HTTP error reports; empty if it reports another error. */
    Optional<Overflow> overflow(int status, Bytes body);
}
