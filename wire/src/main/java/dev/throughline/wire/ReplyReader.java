package dev.throughline.wire;

/**
 * Reads one reply of the upstream as its bytes arrive, in pieces of any size.
 *
 * <p>It does not throw, whatever the upstream sends: the {@link Reply} contains what could not be read. Used by one
 * thread at a time.
 */
public interface ReplyReader {
    /** Reads the next bytes. The array may be reused afterwards. */
    void feed(byte[] bytes, int offset, int length);

    /** The reply. Called once, when no more bytes arrive, also when the stream was cut. */
    Reply finish();
}
