package dev.throughline.simulator.validation;

import dev.throughline.simulator.dialect.SimulatedDialect;
import org.jspecify.annotations.Nullable;

/**
 * An error as a provider reports it, before it is put into that provider's JSON.
 *
 * @param type the class of the error: {@code invalid_request_error}, {@code overloaded_error} …
 * @param code OpenAI's finer name of it; Anthropic has none
 * @param param the part of the request that OpenAI blames; Anthropic says it in the message
 */
public record ProviderError(
        int status,
        String type,
        @Nullable String code,
        @Nullable String param,
        String message) {
    private static final String INVALID = "invalid_request_error";
    private static final int BAD_REQUEST = 400;

    /** A request that cannot be served, without a finer name. */
    public static ProviderError invalid(String message) {
        return new ProviderError(BAD_REQUEST, INVALID, null, null, message);
    }

    /** A request that cannot be served because of one of its parts. */
    public static ProviderError invalid(@Nullable String param, @Nullable String code, String message) {
        return new ProviderError(BAD_REQUEST, INVALID, code, param, message);
    }

    public static ProviderError of(int status, String type, String message) {
        return new ProviderError(status, type, null, null, message);
    }

    /** A prompt that has more tokens than the window. Clients look for these very words. */
    public static ProviderError overflow(SimulatedDialect dialect, long tokens, long window) {
        return switch (dialect) {
            case RESPONSES ->
                invalid(
                        "input",
                        "context_length_exceeded",
                        "Your input exceeds the context window of this model. Please adjust your input and try"
                                + " again.");
            case CHAT ->
                invalid(
                        "messages",
                        "context_length_exceeded",
                        "This model's maximum context length is " + window
                                + " tokens. However, your messages resulted in " + tokens
                                + " tokens. Please reduce the length of the messages.");
            case MESSAGES -> invalid("prompt is too long: " + tokens + " tokens > " + window + " maximum");
        };
    }

    /** The same error under a finer name. */
    public ProviderError withCode(String finer) {
        return new ProviderError(status, type, finer, param, message);
    }
}
