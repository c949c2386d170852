package dev.throughline.replay.prompt;

/** A body is JSON and yet so far from its dialect that its items cannot be told. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedException(String message) {
        super(message);
    }
}
