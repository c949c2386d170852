package dev.throughline.gateway.upstream;

import dev.throughline.gateway.coding.LenientDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The copy of a reply that is compressed although we asked for plain bytes, and that is transformed on its way: whoever
 * reads it decodes it, and each piece is handed to the transformation before the reader sees it.
 *
 * <p>The decoders block, so they cannot run on the event loop; the reader of the copy is a thread that may wait. It
 * waits here for a slow client, because a small reply can decode to a very large one.
 */
final class DecodedReply extends InputStream {
    private final LenientDecoder plain;
    private final Consumer<byte[]> pieces;
    private final Runnable onFailure;
    private boolean isOver;

    /**
     * @param pieces takes the plain bytes and blocks until it can take more
     * @param onFailure called once if the reply did not match its encoding
     */
    DecodedReply(LenientDecoder plain, Consumer<byte[]> pieces, Runnable onFailure) {
        this.plain = plain;
        this.pieces = pieces;
        this.onFailure = onFailure;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = plain.read(bytes, offset, length);
        if (count > 0) {
            pieces.accept(Arrays.copyOfRange(bytes, offset, offset + count));
        } else if (count < 0 && !isOver) {
            isOver = true;
            if (plain.hasFailed()) {
                onFailure.run();
            }
        }
        return count;
    }

    /** Reads what is left, because the client still waits for it. */
    @Override
    public void close() throws IOException {
        transferTo(OutputStream.nullOutputStream());
        plain.close();
    }
}
