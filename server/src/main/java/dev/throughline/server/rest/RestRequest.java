package dev.throughline.server.rest;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.SessionId;
import java.util.List;

/**
 * A request to the REST interface.
 *
 * @param path the names of the path after the prefix
 */
record RestRequest(List<String> path, QueryParameters query, Headers headers, Bytes body) {
    /** The session whose id is the second name of the path. */
    SessionId session() {
        return SessionId.of(path.get(1));
    }

    /** The body as text. */
    String text() {
        String text = body.utf8();
        if (!Bytes.of(text).equals(body)) {
            throw new IllegalArgumentException("The body is not UTF-8 text.");
        }
        return text;
    }
}
