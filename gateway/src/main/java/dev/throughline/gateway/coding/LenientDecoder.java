package dev.throughline.gateway.coding;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plain bytes of a stream that is compressed. If the stream does not match its encoding, this one ends early
 * instead of failing, and still reads the encoded one to its end: a reply is relayed only while its copy is read.
 *
 * <p>The decoder is made at the first read, because making it may wait for bytes.
 */
public final class LenientDecoder extends InputStream {
    private static final Logger LOG = LoggerFactory.getLogger(LenientDecoder.class);

    private final InputStream encoded;
    private final String coding;
    private @Nullable InputStream plain;
    private boolean isOver;
    private boolean hasFailed;

    public LenientDecoder(InputStream encoded, String coding) {
        this.encoded = encoded;
        this.coding = coding;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = isOver ? -1 : decode(bytes, offset, length);
        if (count < 0 && !isOver) {
            isOver = true;
            encoded.transferTo(OutputStream.nullOutputStream());
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

    /** Whether it ended because the reply did not match its encoding or was incomplete. */
    public boolean hasFailed() {
        return hasFailed;
    }

    @Override
    public void close() throws IOException {
        encoded.close();
    }
}
