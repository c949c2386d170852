package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;

/**
 * Writes the reply to the client of one request.
 *
 * <p>The reply is begun by {@link #answer} or by an {@link Exchange}. A reply that an exchange left open is continued
 * by another exchange, or completed with {@link #write} and {@link #end}. All of them do nothing if the client is gone.
 */
public interface ClientStream {
    /** Sends a complete reply of Throughline itself. */
    void answer(int status, Headers headers, Bytes body);

    /** Whether a reply was begun, so that its status can no longer change. */
    boolean hasBegun();

    /** Whether the client disconnected. */
    boolean isGone();

    /** Writes to a reply that was left open. Does not wait for a slow client, so it is not for large bodies. */
    void write(Bytes bytes);

    /** Completes a reply that was left open. */
    void end();

    /** Closes the connection, so that the client sees that its reply is incomplete; stops the upstream call. */
    void cut();
}
