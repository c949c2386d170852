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
 * <p>Text, thinking, the client's own calls and pings are sent at once. Calls of local tools are not sent, and the end
 * of a round with such a call is held back until it is known whether another round follows. A reply without local calls
 * is sent byte for byte.
 *
 * <p>The order is {@code feed* endRound} for each round, then {@code finish} once. Nothing that the
 * provider sends makes it throw. Used by one thread at a time.
 */
public interface ReplySplicer {
    /** Takes the next bytes of the current reply, split anywhere, and returns what may be sent to the client now. */
    Bytes feed(byte[] bytes, int offset, int length);

    /**
     * Returns what is held back only until something follows it, because the client has waited long enough. After that
     * the current reply can no longer be withheld.
     */
    Bytes release();

    /** The current reply has ended, by itself or because it was cut. */
    ReplyRound endRound();

    /**
     * Returns what completes the client's reply, because no other round follows. Nothing is added if the last round was
     * cut or failed, so that the client sees that too.
     */
    Bytes finish();

    /**
     * Ends the client's reply with an error, because the next round failed. {@code body} is an error in the shape of
     * the dialect.
     */
    Bytes fail(Bytes body);

    /** Notes bytes that were sent to the client without this splicer, because it failed. */
    void noteSent(Bytes bytes);

    /** The one reply that the client received. Called once, at the end. */
    Reply clientReply();
}
