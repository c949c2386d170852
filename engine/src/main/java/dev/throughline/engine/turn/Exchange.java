package dev.throughline.engine.turn;

import dev.throughline.model.Headers;
import java.io.InputStream;

/**
 * An upstream call whose reply has begun. Nothing of its body reaches the client until {@link #relay}.
 *
 * <p>Closing it ends the upstream call if that has not ended by itself.
 */
public interface Exchange extends AutoCloseable {
    int status();

    /** The upstream's headers, as they are passed on. */
    Headers headers();

    /**
     * Lets the reply flow to the client from now on, each piece as it arrives, with {@code added} among its headers,
     * and returns a copy of what passes, without its content encoding. Reading the copy follows the flow: it blocks
     * until more has passed, and ends when the reply ended, was cut, or the client left. The copy never slows the flow
     * down by more than its buffer: a reader that falls behind that far holds the upstream back, as a slow client does.
     */
    InputStream relay(Headers added);

    /** How the flow ended; to be asked when the copy has ended. */
    Outcome outcome();

    /**
     * Lets the client see the end of the reply. Until then the end is held back: of a chunked reply the final chunk, of
     * one with a length its last piece. So a client that saw the end knows that we did what had to be done before it.
     */
    void finish();

    @Override
    void close();

    /** How a flow ended. */
    enum Outcome {
        /** The upstream's reply came to its end. */
        COMPLETE,
        /** The upstream broke off. */
        UPSTREAM_CUT,
        /** The client hung up; the upstream was stopped. */
        CLIENT_GONE
    }
}
