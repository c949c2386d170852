package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * An upstream call whose reply has begun. Nothing of its body reaches the client before one of the {@code relay}s.
 *
 * <p>One reply to the client may consist of several exchanges, one after the other:
 *
 * <pre>
 *   send ─ peek ─ close                        nothing reached the client; send again
 *   send ─ relay(…, transform) ─ leaveOpen     the upstream call has ended, the client's reply has not
 *   send ─ relay(…, transform) ─ finish        the same client reply continues, and ends
 * </pre>
 *
 * <p>Used by the thread of the turn. Closing an exchange ends the upstream call. Unless the exchange was finished or
 * left open, closing it also cuts the client's reply, if this exchange wrote to it.
 */
public interface Exchange extends AutoCloseable {
    int status();

    /** The upstream's headers, as they are forwarded. */
    Headers headers();

    /**
     * Reads the beginning of the body without sending it to the client. Waits until the body is complete, was cut, or
     * has {@code mostBytes}, but no longer than for the head of a reply. A later {@code relay} sends these bytes too.
     *
     * @return at most so many bytes, without their content encoding
     */
    Bytes peek(int mostBytes);

    /**
     * Sends the reply to the client, each piece as it arrives, with {@code added} among its headers.
     *
     * @return a copy of what is sent, without its content encoding. Reading it blocks until more was sent; it ends when
     *     the reply ended, was cut, or the client disconnected. If its reader is slower than the client by more than a
     *     buffer, the upstream is slowed down too.
     */
    InputStream relay(Headers added);

    /** Sends the whole reply to the client, including its end. */
    default void pass(Headers added) {
        try (InputStream copy = relay(added)) {
            copy.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("the copy of a reply could not be read", e);
        }
        finish();
    }

    /**
     * As {@link #relay(Headers)}, but the client gets what the transform returns. The copy contains what the upstream
     * sent; when it ends, the transform has received everything.
     *
     * <p>The head is sent with the first bytes that the transform returns, when they are overdue and the transform
     * allows it, or at the end. It has no length and no content encoding. Before that, {@link ClientStream#hasBegun()}
     * is false, and after {@link #close()} the request may be sent again. If an earlier exchange began the client's
     * reply, there is no second head, and {@code added} is not used.
     *
     * <p>Upstream replies are rarely compressed here: requests in a dialect ask for plain ones. A compressed reply is
     * sent only as fast as its copy is read.
     */
    InputStream relay(Headers added, ReplyTransform transform);

    /** How the reply ended; valid when the copy has ended. */
    Outcome outcome();

    /**
     * Sends the end of the reply, which is held back until then: the final chunk, or the last piece of a reply with a
     * length. So when the client has seen the end, everything that must happen before it has happened.
     */
    default void finish() {
        finish(Bytes.EMPTY);
    }

    /**
     * Sends some last bytes, and then the end as {@link #finish()} does: if the upstream cut its reply, the client's
     * reply is cut after them. Only for a reply with a transform.
     */
    void finish(Bytes last);

    /**
     * Ends this exchange and leaves the client's reply open, however the upstream's reply ended. The next exchange
     * continues it, or {@link ClientStream#write} and {@link ClientStream#end} complete it. Only for a reply with a
     * transform.
     */
    void leaveOpen();

    @Override
    void close();

    /** How a reply ended. */
    enum Outcome {
        /** The upstream's reply is complete. */
        COMPLETE,
        /** The upstream's reply was cut, or the transform failed. */
        UPSTREAM_CUT,
        /** The client disconnected, and the upstream call was stopped. */
        CLIENT_GONE
    }
}
