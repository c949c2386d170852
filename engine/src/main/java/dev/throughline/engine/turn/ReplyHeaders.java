package dev.throughline.engine.turn;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.model.Headers;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The headers that we add to a reply, which say what was done with the turn. */
final class ReplyHeaders {
    private ReplyHeaders() {}

    /** For a turn that is not remembered. */
    static Headers of(MemoryOff off) {
        return Headers.of("x-throughline-memory", "off; " + off.word());
    }

    /** For a turn that was recorded, or would have been; {@code bypass} says what broke. */
    static Headers of(Optional<String> bypass, Optional<RecordedTurn> recorded, Optional<PromptToSend> outgoing) {
        Headers headers =
                bypass.map(reason -> Headers.of("x-throughline-bypass", reason)).orElse(Headers.NONE);
        return recorded.map(turn -> of(headers, turn, outgoing)).orElse(headers);
    }

    private static Headers of(Headers headers, RecordedTurn turn, Optional<PromptToSend> outgoing) {
        return headers.and("x-throughline-session", turn.card().ref().id().toString())
                .and("x-throughline-policy", outgoing.map(PromptToSend::policy).orElse("off"))
                .and("x-throughline-tokens-in", weight(outgoing, PromptToSend.Weight::untouched, turn.tokens()))
                .and("x-throughline-tokens-forwarded", weight(outgoing, PromptToSend.Weight::tokens, turn.tokens()))
                .and("x-throughline-prefix", weight(outgoing, PromptToSend.Weight::prefix, turn.prefixTokens()));
    }

    private static String weight(
            Optional<PromptToSend> outgoing, ToLongFunction<PromptToSend.Weight> which, long otherwise) {
        return Long.toString(outgoing.map(PromptToSend::weight)
                .map(weight -> Math.round(which.applyAsLong(weight) * weight.scale()))
                .orElse(otherwise));
    }
}
