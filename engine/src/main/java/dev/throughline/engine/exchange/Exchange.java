package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * An upstream call whose reply has begun. Nothing of its body reaches the client until one of the {@code relay}s.
 *
 * <p>One client's reply may be made of several exchanges, one after the other:
 *
 * <pre>
 *   send ─ peek ─ close                      the client saw nothing; send again
 *   send ─ relay(…, transform) ─ leaveOpen     the upstream is done, the client's reply is not
 *   send ─ relay(…, transform) ─ finish        the same reply goes on, and ends
 * </pre>
 *
 * <p>Its methods belong to the thread of the turn. Closing it ends the upstream call if that has not ended by itself.
 * Unless it was finished or left open, it also cuts off the client, if this exchange let anything reach it.
 */
public interface Exchange extends AutoCloseable {
    int status();

    /** The upstream's headers, as they are passed on. */
    Headers headers();

    /**
     * Looks at the beginning of the body and lets none of it reach the client. Waits until the body is complete, was
     * cut, or has {@code mostBytes}, but no longer than for the head of a reply. What was seen is not used up: a
     * {@code relay} lets it flow first, as it came; after a {@link #close()} the client is as free as before.
     *
     * @return at most so many bytes, without their content encoding
     */
    Bytes peek(int mostBytes);

    /**
     * Lets the reply flow to the client from now on, each piece as it arrives, with {@code added} among its headers,
     * and returns a copy of what passes, without its content encoding. Reading the copy follows the flow: it blocks
     * until more has passed, and ends when the reply ended, was cut, or the client left. The copy never slows the flow
     * down by more than its buffer: a reader that falls behind that far holds the upstream back, as a slow client does.
     */
    InputStream relay(Headers added);

    /** Lets the whole reply flow to the client, and its end; nobody reads it. */
    default void pass(Headers added) {
        try (InputStream copy = relay(added)) {
            copy.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("expected a copy in memory, found one that fails", e);
        }
        finish();
    }

    /**
     * Lets the reply flow as {@link #relay(Headers)} does, but what reaches the client is what the transform makes of
     * it. The copy still has what the upstream sent; when it has ended, the transform was given everything.
     *
     * <p>The head is written with the first bytes that the transform lets out, when these are overdue and the transform
     * allows it, or at the end. It has no length and no content encoding. Until then the client is untouched:
     * {@link ClientStream#hasBegun()} is false, and after {@link #close()} the turn may be sent again. If the client's
     * reply was begun by an earlier exchange it goes on: there is no second head, and {@code added} is not used.
     *
     * <p>The upstream asks for plain replies of every path that speaks a dialect, so a reply is rarely compressed here.
     * One that is compressed all the same flows only as fast as its copy is read.
     */
    InputStream relay(Headers added, ReplyTransform transform);

    /** How the flow ended; to be asked when the copy has ended. */
    Outcome outcome();

    /**
     * Lets the client see the end of the reply. Until then the end is held back: of a chunked reply the final chunk, of
     * one with a length its last piece. So a client that saw the end knows that we did what had to be done before it.
     */
    default void finish() {
        finish(Bytes.EMPTY);
    }

    /**
     * Lets the client see some last bytes, and then the end as {@link #finish()} does: a reply that the upstream cut is
     * cut after them. Only a reply with a transform can have last bytes.
     */
    void finish(Bytes last);

    /**
     * Ends this exchange and keeps the reply of the client open, however the flow ended. The next exchange goes on with
     * it, or {@link ClientStream#write} and {@link ClientStream#end} complete it. Only for a reply with a transform. If
     * that let nothing out, not even the head, the client is untouched.
     */
    void leaveOpen();

    @Override
    void close();

    /** How a flow ended. */
    enum Outcome {
        /** The upstream's reply came to its end. */
        COMPLETE,
        /** The upstream broke off, or the transform failed. */
        UPSTREAM_CUT,
        /** The client hung up; the upstream was stopped. */
        CLIENT_GONE
    }
}
