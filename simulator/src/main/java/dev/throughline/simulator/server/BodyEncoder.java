package dev.throughline.simulator.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** The content coding of one body. Each piece is flushed, so that a compressed event can be read when it arrives. */
final class BodyEncoder {
    private static final int BUFFER_BYTES = 512;

    private final ByteArrayOutputStream coded = new ByteArrayOutputStream();
    private final OutputStream coder;

    private BodyEncoder(boolean isGzip) throws IOException {
        coder = isGzip ? new GZIPOutputStream(coded, BUFFER_BYTES, /* syncFlush= */ true) : coded;
    }

    static BodyEncoder identity() {
        return of(false);
    }

    static BodyEncoder gzip() {
        return of(true);
    }

    private static BodyEncoder of(boolean isGzip) {
        try {
            return new BodyEncoder(isGzip);
        } catch (IOException impossible) {
            throw new UncheckedIOException("an array takes everything", impossible);
        }
    }

    boolean isGzip() {
        return coder instanceof GZIPOutputStream;
    }

    /** The next piece, coded. */
    byte[] code(byte[] piece) {
        try {
            coder.write(piece);
            coder.flush();
            return taken();
        } catch (IOException impossible) {
            throw new UncheckedIOException("an array takes everything", impossible);
        }
    }

    /** What the coding puts behind the last piece. */
    byte[] end() {
        try {
            coder.close();
            return taken();
        } catch (IOException impossible) {
            throw new UncheckedIOException("an array takes everything", impossible);
        }
    }

    private byte[] taken() {
        byte[] bytes = coded.toByteArray();
        coded.reset();
        return bytes;
    }
}
