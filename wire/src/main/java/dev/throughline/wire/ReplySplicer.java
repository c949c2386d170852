package dev.throughline.wire;

import dev.throughline.model.Bytes;

/**
 * Joins several replies of the provider into one reply for the client.
 *
 * <pre>
 *   round 1   text A, local call       ┐
 *   round 2   text B, local call       ├  client: text A, text B, text C, end
 *   round 3   text C, end              ┘
 * </pre>
 *
 * <p>Text, thinking, the client's own calls and pings are sent at once. Calls of local tools are not sent, and the end
 * of a round with such a call is held back until it is known whether another round follows. A reply without local calls
 * is sent byte for byte.
 *
 * <p>The order is {@code feed* endRound} for each round, then {@code finish} once. Nothing that the
 * provider sends makes it throw. Used by one thread at a time.
 */
public interface ReplySplicer {
    /** Reads the next bytes of the current reply, in pieces of any size, and returns the bytes for the client. */
    Bytes feed(byte[] bytes, int offset, int length);

    /**
     * Returns the bytes that are held back until more bytes follow, because the client has waited long enough. After
     * that the current reply can no longer be withheld.
     */
    Bytes release();

    /** The current reply has ended, by itself or because it was cut. */
    ReplyRound endRound();

    /**
     * Returns the bytes that complete the client's reply, because no other round follows. Nothing is added if the last
     * round was cut or failed, so that the client sees that too.
     */
    Bytes finish();

    /**
     * Ends the client's reply with an error, because the next round failed. {@code body} is an error in the shape of
     * the dialect.
     */
    Bytes fail(Bytes body);

    /** Records bytes that were sent to the client without this splicer, because it failed. */
    void noteSent(Bytes bytes);

    /** The one reply that the client received. Called once, at the end. */
    Reply clientReply();
}
