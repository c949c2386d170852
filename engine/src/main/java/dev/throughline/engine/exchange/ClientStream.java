package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;

/**
 * The way back to the client of one request.
 *
 * <p>A reply is begun by {@link #answer} or by an exchange. One that an exchange left open can be completed here when
 * no other exchange will do it.
 */
public interface ClientStream {
    /** Answers with a whole reply of our own. Ignored if the client is gone. */
    void answer(int status, Headers headers, Bytes body);

    /** Whether a reply was begun: its status can no longer be changed. */
    boolean hasBegun();

    /** Whether the client hung up. */
    boolean isGone();

    /**
     * Writes to a reply that has begun and was left open. Ignored if the client is gone. Does not wait for a slow
     * client, so it is for a few words and not for a body.
     */
    void write(Bytes bytes);

    /** Ends a reply that has begun and was left open, as it should end. Ignored if the client is gone. */
    void end();

    /** Closes the connection, so that the client notices that its reply is not complete; stops a call under way. */
    void cut();
}
