package dev.throughline.model;

import org.jspecify.annotations.Nullable;

/**
 * The exception for everything that is not a bug: what went wrong, where, and a message for a person.
 *
 * <p>The message says what was expected, what was found and what to do. The code is stable and short; it is
 * used in replies, logs and counters.
 */
public final class ProxyException extends RuntimeException {
    /** Where the error comes from. */
    public enum Kind {
        /** The caller's: the request cannot be served as it stands. Answered in the caller's dialect. */
        CALLER,
        /** The upstream's: it could not be reached, or it broke off. Only the client retries. */
        UPSTREAM,
        /** The store's: it could not write or read. The turn continues with the client's own bytes. */
        STORE,
        /** A limit of ours was reached. */
        LIMIT
    }

    private final Kind kind;
    private final String code;
    private final String sentence;

    public ProxyException(Kind kind, String code, String message) {
        this(kind, code, message, null);
    }

    public ProxyException(Kind kind, String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.code = code;
        this.sentence = message;
    }

    public Kind kind() {
        return kind;
    }

    public String code() {
        return code;
    }

    /** The HTTP status of the reply to the client. */
    public int status() {
        return switch (kind) {
            case CALLER -> 400;
            case UPSTREAM -> code.equals("upstream_timeout") ? 504 : 502;
            case STORE -> 503;
            case LIMIT -> code.equals("body_too_large") ? 413 : 503;
        };
    }

    /** The message, for a person. */
    public String sentence() {
        return sentence;
    }
}
