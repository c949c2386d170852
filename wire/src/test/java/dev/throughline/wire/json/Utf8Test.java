package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void every_code_point_is_valid() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point += point < 0x1000 ? 1 : 61) {
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                assertTrue(Utf8.isValid(Bytes.of("12345678" + Character.toString(point))));
            }
        }
    }

    @Test
    void surrogates_overlong_forms_and_truncated_sequences_are_invalid() {
        int[][] broken = {
            {0x80},
            {0xc0, 0x80},
            {0xc3},
            {0xe0, 0x80, 0x80},
            {0xed, 0xa0, 0x80},
            {0xf0, 0x80, 0x80, 0x80},
            {0xf4, 0x90, 0x80, 0x80},
            {0xf5, 0x80, 0x80, 0x80},
            {0xe2, 0x82},
            {0xe2, 0x82, 0x22},
            {0xff}
        };
        for (int[] units : broken) {
            assertFalse(Utf8.isValid(bytes(units)));
        }
    }

    @Test
    void a_view_that_splits_a_character_is_invalid() {
        Bytes whole = Bytes.of("aé");

        assertTrue(Utf8.isValid(whole));
        assertFalse(Utf8.isValid(whole.slice(new Span(0, 2))));
        assertFalse(Utf8.isValid(whole.slice(new Span(2, 3))));
    }

    @Test
    void random_bytes_are_judged_as_by_the_jdk_decoder() {
        long seed = 20261115;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(12)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0x80 + random.nextInt(128));
            }
            assertEquals(platformReads(bytes), Utf8.isValid(Bytes.of(bytes)), "seed " + seed + " round " + round);
        }
    }

    private static boolean platformReads(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)) != null;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static Bytes bytes(int... units) {
        byte[] bytes = new byte[units.length];
        for (int i = 0; i < units.length; i++) {
            bytes[i] = (byte) units[i];
        }
        return Bytes.of(bytes);
    }
}
