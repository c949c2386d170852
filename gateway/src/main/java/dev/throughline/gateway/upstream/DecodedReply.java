package dev.throughline.gateway.upstream;

import dev.throughline.gateway.http.ContentCodings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plain bytes of a reply that is compressed. If the reply does not match its encoding, this stream ends early
 * instead of failing, and still reads the encoded one to its end: a reply is relayed only while its copy is read.
 *
 * <p>If such a reply is transformed on its way, although we asked for plain bytes, each piece is handed to the
 * transformation before the reader sees it. The decoders block, so they cannot run on the event loop; the reader of the
 * copy is a thread that may wait. It waits here for a slow client, because a small reply can decode to a very large
 * one.
 *
 * <p>The decoder is made at the first read, because making it may wait for bytes.
 */
final class DecodedReply extends InputStream {
    private static final Logger LOG = LoggerFactory.getLogger(DecodedReply.class);

    private final InputStream encoded;
    private final String coding;
    private final @Nullable Consumer<byte[]> pieces;
    private final Runnable onFailure;
    private @Nullable InputStream plain;
    private boolean isOver;
    private boolean hasFailed;

    /** A reply that is only read. */
    DecodedReply(InputStream encoded, String coding) {
        this(encoded, coding, null, () -> {});
    }

    /**
     * @param pieces takes the plain bytes and blocks until it can take more
     * @param onFailure called once if the reply did not match its encoding or was incomplete
     */
    DecodedReply(InputStream encoded, String coding, @Nullable Consumer<byte[]> pieces, Runnable onFailure) {
        this.encoded = encoded;
        this.coding = coding;
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
        int count = isOver ? -1 : decode(bytes, offset, length);
        if (count > 0 && pieces != null) {
            pieces.accept(Arrays.copyOfRange(bytes, offset, offset + count));
        } else if (count < 0 && !isOver) {
            isOver = true;
            encoded.transferTo(OutputStream.nullOutputStream());
            if (hasFailed) {
                onFailure.run();
            }
        }
        return count;
    }

    private int decode(byte[] bytes, int offset, int length) {
        try {
            if (plain == null) {
                plain = ContentCodings.decode(encoded, coding);
            }
            return plain.read(bytes, offset, length);
        } catch (IOException | RuntimeException e) {
            // The decoders throw checked and unchecked exceptions of many kinds for invalid input.
            LOG.warn("a reply is not valid {}; only the part that could be read is kept", coding, e);
            hasFailed = true;
            return -1;
        }
    }

    /** Reads what is left if the reply is transformed, because the client still waits for it. */
    @Override
    public void close() throws IOException {
        if (pieces != null) {
            transferTo(OutputStream.nullOutputStream());
        }
        encoded.close();
    }
}
