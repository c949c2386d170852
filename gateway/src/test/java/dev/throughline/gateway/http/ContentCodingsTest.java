package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class ContentCodingsTest {
    private static final String TEXT = "The archive keeps every word. ".repeat(50);
    private static final int LIMIT = 1 << 20;

    // Encoded by other programs, so that the same mistake in encoder and decoder is detected.
    private static final String BR = "G9sF6IzDOBa8+RpVqQYpo4KbLmhrLUgpq1gmUaOiK5brTwmMFw0=";
    private static final String RAW_DEFLATE = "C8lIVUgsSs7ILEtVyE5NLShWSC1LLapUKM8vStFTCBmVHZUdlR2VHZUdgrIA";
    private static final String ZSTD = "KLUv/QRYNQEA8FRoZSBhcmNoaXZlIGtlZXBzIGV2ZXJ5IHdvcmQuIAEA7hZ+5QRxl2Em";
    private static final String ZSTD_UNCHECKED = "KLUv/QBoNQEA8FRoZSBhcmNoaXZlIGtlZXBzIGV2ZXJ5IHdvcmQuIAEA7hZ+5QQ=";

    private interface Encoder {
        OutputStream around(OutputStream out) throws IOException;
    }

    private static Bytes encoded(Bytes plain, Encoder encoder) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream encoding = encoder.around(out)) {
            encoding.write(plain.toArray());
        }
        return Bytes.of(out.toByteArray());
    }

    private static Bytes base64(String text) {
        return Bytes.of(Base64.getDecoder().decode(text));
    }

    private static void assertDecodes(Bytes body, String coding) {
        assertEquals(Bytes.of(TEXT), ContentCodings.decode(body, coding, LIMIT), coding);
    }

    @Test
    void a_plain_body_is_not_copied() {
        Bytes body = Bytes.of(TEXT);
        assertSame(body, ContentCodings.decode(body, "", LIMIT));
        assertSame(body, ContentCodings.decode(body, "Identity", LIMIT));
    }

    @Test
    void every_coding_is_decoded() throws Exception {
        Bytes plain = Bytes.of(TEXT);
        assertDecodes(encoded(plain, GZIPOutputStream::new), "gzip");
        assertDecodes(encoded(plain, GZIPOutputStream::new), "X-GZIP");
        assertDecodes(encoded(plain, DeflaterOutputStream::new), "deflate");
        assertDecodes(base64(RAW_DEFLATE), "deflate");
        assertDecodes(base64(BR), "br");
        assertDecodes(base64(ZSTD), "zstd");
        assertDecodes(base64(ZSTD_UNCHECKED), "zstd");
    }

    @Test
    void a_list_of_codings_is_decoded_from_its_end() throws Exception {
        Bytes twice = encoded(base64(BR), GZIPOutputStream::new);
        assertDecodes(twice, "br, gzip");
        assertDecodes(twice, "identity, br , gzip");
    }

    @Test
    void a_large_random_body_survives_zstd() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] bytes = new byte[5 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(20) == 0 ? random.nextInt() : 'a' + i % 7);
        }
        Bytes plain = Bytes.of(bytes);
        assertEquals(plain, ContentCodings.decode(encoded(plain, ZstdOutputStream::new), "zstd", bytes.length));
    }

    @Test
    void a_body_that_decodes_to_too_many_bytes_is_rejected() throws Exception {
        Bytes bomb = encoded(Bytes.of(new byte[LIMIT + 1]), GZIPOutputStream::new);
        ProxyException stopped = assertThrows(ProxyException.class, () -> ContentCodings.decode(bomb, "gzip", LIMIT));
        assertEquals("body_too_large", stopped.code());
        assertEquals(LIMIT + 1, ContentCodings.decode(bomb, "gzip", LIMIT + 1).length());
    }

    @Test
    void malformed_and_truncated_bodies_are_client_errors() throws Exception {
        Bytes half = encoded(Bytes.of(TEXT), GZIPOutputStream::new).slice(new dev.throughline.model.Span(0, 30));
        for (String coding : new String[] {"gzip", "deflate", "br", "zstd"}) {
            assertBad(Bytes.of("\u0001 this is not compressed at all"), coding);
        }
        assertBad(half, "gzip");
        assertBad(base64(ZSTD).slice(new dev.throughline.model.Span(0, 20)), "zstd");
        assertBad(base64(BR).slice(new dev.throughline.model.Span(0, 20)), "br");
    }

    @Test
    void unknown_and_too_many_codings_are_client_errors() {
        assertBad(Bytes.of(TEXT), "compress");
        assertBad(Bytes.of(TEXT), "gzip,gzip,gzip,gzip,gzip");
    }

    private static void assertBad(Bytes body, String coding) {
        ProxyException bad =
                assertThrows(ProxyException.class, () -> ContentCodings.decode(body, coding, LIMIT), coding);
        assertEquals("bad_encoding", bad.code());
        assertEquals(ProxyException.Kind.CALLER, bad.kind());
    }

    @Test
    void a_stream_is_decoded_as_it_is_read() throws Exception {
        try (InputStream plain = ContentCodings.decode(base64(BR).stream(), "br")) {
            assertEquals(TEXT, new String(plain.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        }
    }
}
