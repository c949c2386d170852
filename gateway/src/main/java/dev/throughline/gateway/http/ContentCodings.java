package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.brotli.dec.BrotliInputStream;

/**
 * Decodes a {@code Content-Encoding}: identity, gzip, deflate, br, zstd, or a list of them in the order of their use.
 *
 * <p>{@code deflate} means zlib in the standard and raw deflate in some clients; the first byte distinguishes them.
 * zstd is decoded in Java and not through a native library, which would be twice as large and which the JVM
 * loads only with a flag.
 *
 * <p>Bodies are forwarded as they came and decoded only to be read, so nothing here encodes.
 */
public final class ContentCodings {
    private static final int MOST_CODINGS = 4;
    private static final int FIRST_BYTES = 8 << 10;

    private ContentCodings() {}

    /**
     * The body without its encoding.
     *
     * @param contentEncoding the header's value; empty means that the body is plain
     * @param limit the most bytes that the plain body may have: a small body can decode to a very large one
     * @throws ProxyException of kind {@code CALLER}, code {@code bad_encoding}, if the body is not what the header
     *     says; of kind {@code LIMIT}, code {@code body_too_large}, if it decodes to more than the limit
     */
    public static Bytes decode(Bytes body, String contentEncoding, long limit) {
        if (codings(contentEncoding).isEmpty()) {
            return body;
        }
        try (InputStream plain = decode(body.stream(), contentEncoding)) {
            int most = (int) Math.min(limit, Integer.MAX_VALUE - FIRST_BYTES);
            byte[] bytes = plain.readNBytes(most);
            if (bytes.length == most && plain.read() >= 0) {
                throw new ProxyException(
                        ProxyException.Kind.LIMIT,
                        "body_too_large",
                        "The body decodes to more than " + limit + " bytes, the most this gateway takes. Send less.");
            }
            return Bytes.of(bytes);
        } catch (IOException | RuntimeException e) {
            // The decoders throw checked and unchecked exceptions of many kinds for invalid input.
            throw e instanceof ProxyException known ? known : notAsAnnounced(contentEncoding, e);
        }
    }

    /**
     * A stream of the plain body. Reading it may throw {@link IOException} or, with some encodings, an unchecked
     * exception where the body is not what the header says.
     *
     * @throws ProxyException of kind {@code CALLER}, code {@code bad_encoding}, if the header names an unknown encoding
     */
    public static InputStream decode(InputStream body, String contentEncoding) throws IOException {
        InputStream plain = body;
        for (String coding : codings(contentEncoding).reversed()) {
            plain = decodeOne(plain, coding);
        }
        return plain;
    }

    /** The codings, in the order in which they were applied; identity is none. */
    private static List<String> codings(String contentEncoding) {
        List<String> codings = new ArrayList<>();
        for (String part : contentEncoding.toLowerCase(Locale.ROOT).split(",", -1)) {
            String coding = part.strip();
            if (!coding.isEmpty() && !coding.equals("identity")) {
                codings.add(coding);
            }
        }
        if (codings.size() > MOST_CODINGS) {
            throw unknownCoding(contentEncoding);
        }
        return codings;
    }

    private static InputStream decodeOne(InputStream encoded, String coding) throws IOException {
        return switch (coding) {
            case "gzip", "x-gzip" -> new GZIPInputStream(encoded, FIRST_BYTES);
            case "deflate" -> inflater(encoded);
            case "br" -> new BrotliInputStream(encoded);
            case "zstd" -> new ZstdInputStream(encoded);
            default -> throw unknownCoding(coding);
        };
    }

    /** A zlib stream begins with a byte whose low half is 8, and that no raw deflate stream of a real encoder does. */
    private static InputStream inflater(InputStream encoded) throws IOException {
        PushbackInputStream peeked = new PushbackInputStream(encoded, 1);
        int first = peeked.read();
        if (first >= 0) {
            peeked.unread(first);
        }
        boolean isZlib = (first & 0x0f) == 8 && first >>> 4 <= 7;
        return new OwnedInflaterStream(peeked, new Inflater(/* nowrap= */ !isZlib));
    }

    /** Frees its inflater when it is closed; the platform's class does so only for one that it made itself. */
    private static final class OwnedInflaterStream extends InflaterInputStream {
        OwnedInflaterStream(InputStream encoded, Inflater inflater) {
            super(encoded, inflater, FIRST_BYTES);
        }

        @Override
        public void close() throws IOException {
            super.close();
            inf.end();
        }
    }

    private static ProxyException unknownCoding(String found) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "bad_encoding",
                "Expected a content-encoding of gzip, deflate, br, zstd or identity, found '" + found + "'.");
    }

    private static ProxyException notAsAnnounced(String contentEncoding, Exception cause) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "bad_encoding",
                "The body is not " + contentEncoding + " as its content-encoding says (" + cause.getMessage()
                        + "). Send it plain, or encode it as announced.",
                cause);
    }
}
