package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.OverflowWords;
import java.util.Optional;

/**
 * Recognises a request that was too long in what OpenAI, or one of the many servers like it, answers to a Chat request.
 *
 * <pre>
 *   OpenAI      {"error":{"code":"context_length_exceeded","message":"This model's maximum context length is 8192
 *               tokens. However, your messages resulted in 9000 tokens. …"}}
 *   vLLM        {"object":"error","message":"This model's maximum context length is …","code":400}
 *   llama.cpp   {"error":{"type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":8192, …}}
 *   others      {"detail":"…"}
 * </pre>
 *
 * <p>In a stream the same object is the data of an event.
 */
final class ChatOverflow {
    private ChatOverflow() {}

    static Optional<Overflow> of(int status, Bytes body) {
        return Overflow.mayBeToldUnder(status) ? of(body) : Optional.empty();
    }

    /** The same in a document under status 200. */
    static Optional<Overflow> of(Bytes body) {
        return Members.of(body)
                .flatMap(said -> said.object("error").or(() -> Optional.of(said)))
                .flatMap(OverflowWords::in);
    }

    /** The same in an event; a chunk of an answer may hold any words, so only an error is looked at. */
    static Optional<Overflow> ofEvent(Members chunk) {
        return chunk.object("error").flatMap(OverflowWords::in);
    }
}
