package dev.throughline.engine.turn;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;

/** The way back to the client of one request. */
public interface ClientStream {
    /** Answers with a whole reply of our own. Ignored if the client is gone. */
    void answer(int status, Headers headers, Bytes body);

    /** Whether a reply was begun: its status can no longer be changed. */
    boolean hasBegun();

    /** Whether the client hung up. */
    boolean isGone();
}
