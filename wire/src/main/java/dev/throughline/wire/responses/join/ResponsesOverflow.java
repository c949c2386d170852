package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.OverflowWords;
import java.util.Optional;

/**
 * Recognises a request that was too long in what OpenAI, or a server like it, answers to a Responses request.
 *
 * <pre>
 *   HTTP 400   {"error":{"code":"context_length_exceeded","message":"Your input exceeds the context window …"}}
 *   event      {"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":…}}}
 *   event      {"type":"error","code":"context_length_exceeded","message":…}
 * </pre>
 */
final class ResponsesOverflow {
    private ResponsesOverflow() {}

    static Optional<Overflow> of(int status, Bytes body) {
        return Overflow.mayBeToldUnder(status) ? of(body) : Optional.empty();
    }

    /** The same in an event, or in a document, under status 200. */
    static Optional<Overflow> of(Bytes body) {
        return Members.of(body).flatMap(ResponsesOverflow::of);
    }

    static Optional<Overflow> of(Members said) {
        return said.object("response")
                .flatMap(response -> response.object("error"))
                .or(() -> said.object("error"))
                .or(() -> Optional.of(said))
                .flatMap(OverflowWords::in);
    }
}
