package dev.throughline.wire;

import dev.throughline.model.Bytes;

/**
 * Makes one reply for the client of several replies of the provider.
 *
 * <pre>
 *   round 1   text A, local call       ┐
 *   round 2   text B, local call       ├  client: text A, text B, text C, end
 *   round 3   text C, end              ┘
 * </pre>
 *
 * <p>What the client may see goes out the moment it is known: text, thinking, its own calls, pings. Calls of local
 * tools never do, and the end of a round that holds one waits until it is decided whether another round follows. A
 * reply without local calls leaves as the exact bytes that came.
 *
 * <p>The order is {@code feed* endRound} for each round, then {@code finish} once. Whatever the provider sends, nothing
 * is thrown. Used by one thread at a time.
 */
public interface ReplySplicer {
    /** Takes the next bytes of the reply under way, split anywhere, and gives what may go to the client now. */
    Bytes feed(byte[] bytes, int offset, int length);

    /**
     * The client has waited long enough: gives what waits only for what follows it. From then on the reply under way
     * can no longer be withheld.
     */
    Bytes release();

    /** The reply under way has ended, by itself or because it was cut. */
    ReplyRound endRound();

    /**
     * No other round follows: what completes the client's reply. Nothing is added where the last round was cut or
     * failed, so that the client sees that as well.
     */
    Bytes finish();

    /**
     * Another round was to follow and cannot: tells the client, in its protocol, what the provider or the gateway said
     * instead, and ends its reply. {@code body} is an error in the shape of the dialect.
     */
    Bytes fail(Bytes body);

    /** These bytes reached the client beside this splicer, because it failed. They are read with what it gave. */
    void noteSent(Bytes bytes);

    /** The one reply that the client received. Called once, at the end. */
    Reply clientReply();
}
