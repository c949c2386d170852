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
    void what_was_compressed_is_read_plain() throws IOException {
        assertEquals(TEXT, read(new ByteArrayInputStream(gzip(TEXT))));
    }

    @Test
    void garbage_ends_the_stream_and_is_taken_to_its_end() throws IOException {
        InputStream garbage = new ByteArrayInputStream(new byte[5000]);
        assertEquals("", read(garbage));
        assertEquals(-1, garbage.read());
    }

    @Test
    void a_stream_that_was_cut_gives_what_came() throws IOException {
        byte[] whole = gzip(TEXT);
        String half = read(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 12)));
        assertEquals(TEXT.substring(0, half.length()), half);
    }

    @Test
    void a_stream_knows_whether_it_failed() throws IOException {
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
