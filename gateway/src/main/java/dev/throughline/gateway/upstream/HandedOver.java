package dev.throughline.gateway.upstream;

import dev.throughline.gateway.coding.UndoneStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The copy of a reply that was compressed against our wish and goes through a passage: whoever reads it decodes it, and
 * each piece is handed over to the passage before the reader sees it.
 *
 * <p>The decoders block, so they cannot run on the event loop; and the reader of the copy is a thread that may wait.
 * It waits here for a slow client, because a small reply can decode to a very large one.
 */
final class HandedOver extends InputStream {
    /** Takes plain bytes. */
    interface Taker {
        /** Blocks until the next piece is welcome. */
        void take(byte[] bytes);

        /** The reply was not what its encoding said. */
        void fail();
    }

    private final UndoneStream plain;
    private final Taker taker;
    private boolean isOver;

    HandedOver(UndoneStream plain, Taker taker) {
        this.plain = plain;
        this.taker = taker;
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
            taker.take(Arrays.copyOfRange(bytes, offset, offset + count));
        } else if (count < 0 && !isOver) {
            isOver = true;
            if (plain.hasFailed()) {
                taker.fail();
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
