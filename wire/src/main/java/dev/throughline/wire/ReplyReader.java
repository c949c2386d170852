package dev.throughline.wire;

/**
 * Reads one reply of the upstream as its bytes pass by, split anywhere.
 *
 * <p>Never throws for what the upstream sent: what cannot be understood is noted in the {@link Reply}. Used by one
 * thread at a time.
 */
public interface ReplyReader {
    /** Takes the next bytes. The array is not kept. */
    void feed(byte[] bytes, int offset, int length);

    /** What the reply held. Called once, when no more bytes come, also when the stream was cut. */
    Reply finish();
}
