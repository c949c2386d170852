package dev.throughline.wire;

/** A body is not JSON, or does not have a shape that its dialect knows. It is then forwarded unchanged. */
public final class UnreadableException extends RuntimeException {
    public UnreadableException(String message) {
        super(message);
    }

    public UnreadableException(String message, Throwable cause) {
        super(message, cause);
    }
}
