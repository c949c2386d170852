package dev.throughline.engine.turn;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.command.ChatCommand;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.model.Headers;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The headers that Throughline adds to a reply. */
final class ReplyHeaders {
    private ReplyHeaders() {}

    /** The headers of a turn without memory. */
    static Headers of(MemoryOff off) {
        return Headers.of("x-throughline-memory", "off; " + off.word());
    }

    /** The headers of a command that Throughline answered. */
    static Headers ofCommand(RecordedTurn turn, ChatCommand command) {
        return Headers.of(
                "x-throughline-session", turn.card().ref().id().toString(), "x-throughline-command", command.word());
    }

    /** The headers of a reply whose content is not sent to the client. */
    static Headers withheld(Headers headers) {
        return headers.and("x-throughline-send", "denied");
    }

    /** The headers of a turn with memory, of a count, or of a bypass. */
    static Headers of(Optional<String> bypass, Optional<RecordedTurn> recorded, Optional<PromptToSend> prompt) {
        Headers headers =
                bypass.map(reason -> Headers.of("x-throughline-bypass", reason)).orElse(Headers.NONE);
        return recorded.map(turn -> of(headers, turn, prompt)).orElse(headers);
    }

    private static Headers of(Headers headers, RecordedTurn turn, Optional<PromptToSend> prompt) {
        return headers.and("x-throughline-session", turn.card().ref().id().toString())
                .and("x-throughline-policy", prompt.map(PromptToSend::policy).orElse("off"))
                .and("x-throughline-tokens-in", tokens(prompt, PromptToSend.Weight::untouched, turn.tokens()))
                .and("x-throughline-tokens-forwarded", tokens(prompt, PromptToSend.Weight::tokens, turn.tokens()))
                .and("x-throughline-prefix", tokens(prompt, PromptToSend.Weight::prefix, turn.prefixTokens()));
    }

    private static String tokens(
            Optional<PromptToSend> prompt, ToLongFunction<PromptToSend.Weight> size, long estimate) {
        return Long.toString(prompt.map(PromptToSend::weight)
                .map(weight -> Math.round(size.applyAsLong(weight) * weight.scale()))
                .orElse(estimate));
    }
}
