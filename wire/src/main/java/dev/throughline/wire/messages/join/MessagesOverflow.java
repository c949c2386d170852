package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.OverflowWords;
import java.util.Optional;

/**
 * Recognises a request that was too long in what Anthropic, or a server like it, answers.
 *
 * <pre>
 *   {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000
 *   maximum"}}
 *   … "input length and `max_tokens` exceed context limit: 180000 + 32000 > 200000, decrease …"
 * </pre>
 *
 * <p>The shape has no code for it, the sentence is all there is.
 */
final class MessagesOverflow {
    private MessagesOverflow() {}

    static Optional<Overflow> of(int status, Bytes body) {
        return Overflow.mayBeToldUnder(status) ? of(body) : Optional.empty();
    }

    /** The same in an event under status 200. */
    static Optional<Overflow> of(Bytes body) {
        return Members.of(body)
                .flatMap(said -> said.object("error"))
                .filter(error -> !error.text("type").orElse("").equals("rate_limit_error"))
                .flatMap(error -> error.text("message"))
                .flatMap(OverflowWords::in);
    }
}
