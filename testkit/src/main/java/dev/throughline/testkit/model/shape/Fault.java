package dev.throughline.testkit.model.shape;

import org.jspecify.annotations.Nullable;

/**
 * An error as a provider reports it, before it is put into that provider's JSON.
 *
 * @param type the class of the error: {@code invalid_request_error}, {@code overloaded_error} …
 * @param code OpenAI's finer name of it; Anthropic has none
 * @param param the part of the request that OpenAI blames; Anthropic says it in the message
 */
public record Fault(
        int status,
        String type,
        @Nullable String code,
        @Nullable String param,
        String message) {
    private static final String INVALID = "invalid_request_error";
    private static final int BAD_REQUEST = 400;

    /** A request that cannot be served, without a finer name. */
    public static Fault invalid(String message) {
        return new Fault(BAD_REQUEST, INVALID, null, null, message);
    }

    /** A request that cannot be served because of one of its parts. */
    public static Fault invalid(@Nullable String param, @Nullable String code, String message) {
        return new Fault(BAD_REQUEST, INVALID, code, param, message);
    }

    public static Fault of(int status, String type, String message) {
        return new Fault(status, type, null, null, message);
    }

    /** The same error under a finer name. */
    public Fault withCode(String finer) {
        return new Fault(status, type, finer, param, message);
    }
}
