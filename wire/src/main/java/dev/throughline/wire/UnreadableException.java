package dev.throughline.wire;

/** A body is not JSON, or not of a shape that its dialect knows. It is then forwarded as it is. */
public final class UnreadableException extends RuntimeException {
    public UnreadableException(String message) {
        super(message);
    }

    public UnreadableException(String message, Throwable cause) {
        super(message, cause);
    }
}
