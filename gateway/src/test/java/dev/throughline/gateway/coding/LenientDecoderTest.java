package dev.throughline.gateway.coding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class LenientDecoderTest {
    private static final String TEXT = "data: {\"a\":1}\n\n".repeat(1000);

    @Test
    void a_compressed_stream_is_decoded() throws IOException {
        assertEquals(TEXT, read(new ByteArrayInputStream(gzip(TEXT))));
    }

    @Test
    void a_malformed_stream_is_empty_and_is_read_to_its_end() throws IOException {
        InputStream garbage = new ByteArrayInputStream(new byte[5000]);
        assertEquals("", read(garbage));
        assertEquals(-1, garbage.read());
    }

    @Test
    void a_truncated_stream_is_decoded_as_far_as_possible() throws IOException {
        byte[] whole = gzip(TEXT);
        String half = read(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 12)));
        assertEquals(TEXT.substring(0, half.length()), half);
    }

    @Test
    void has_failed_is_true_for_truncated_and_malformed_streams() throws IOException {
        byte[] whole = gzip(TEXT);
        assertEquals(false, hasFailed(whole));
        assertEquals(true, hasFailed(Arrays.copyOf(whole, whole.length - 12)));
        assertEquals(true, hasFailed(new byte[5000]));
    }

    private static boolean hasFailed(byte[] encoded) throws IOException {
        LenientDecoder decoder = new LenientDecoder(new ByteArrayInputStream(encoded), "gzip");
        var _ = decoder.readAllBytes();
        return decoder.hasFailed();
    }

    private static String read(InputStream encoded) throws IOException {
        try (InputStream plain = new LenientDecoder(encoded, "gzip")) {
            return Bytes.of(plain.readAllBytes()).utf8();
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(Bytes.of(text).toArray());
        }
        return bytes.toByteArray();
    }
}
