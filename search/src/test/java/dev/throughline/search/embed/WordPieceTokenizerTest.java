package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The numbers were made with the reference tokenizer on the same vocabulary. */
final class WordPieceTokenizerTest {
    private static final WordPieceTokenizer PIECES = read();

    private static WordPieceTokenizer read() {
        InputStream file = WordPieceTokenizerTest.class.getResourceAsStream("/bge-small-en-v1.5-q-tokenizer.json");
        return WordPieceTokenizer.read(Objects.requireNonNull(file));
    }

    @Test
    void words_and_marks() {
        assertArrayEquals(new long[] {101, 7592, 1010, 2088, 999, 102}, PIECES.encode("Hello, world!", 512));
    }

    @Test
    void accents_versions_and_paths() {
        assertArrayEquals(
                new long[] {
                    101, 16770, 2121, 6299, 1035, 1058, 2475, 1012, 2184, 1012, 1017, 1013, 15743, 7668, 29347, 2072,
                    102
                },
                PIECES.encode("HTTPServer_v2.10.3 / na\u00efve caf\u00e9 \u00c0\u00c9\u00ce", 512));
    }

    @Test
    void han_kana_and_wide_letters() {
        assertArrayEquals(
                new long[] {101, 100, 100, 1672, 100, 100, 1665, 30178, 30213, 100, 1755, 100, 100, 102},
                PIECES.encode(
                        "\u8a18\u61b6\u306f\u691c\u7d22\u3067\u304d\u308b \u4e1c\u4eac\u5854 \uff21\uff22\uff23", 512));
    }

    @Test
    void what_cannot_be_seen_is_dropped() {
        assertArrayEquals(new long[] {101, 5925, 2094, 102}, PIECES.encode("a\u200bb\u0000c\ufffdd", 512));
    }

    @Test
    void a_word_too_long_is_unknown() {
        assertArrayEquals(new long[] {101, 100, 7929, 102}, PIECES.encode("x".repeat(101) + " ok", 512));
    }

    @Test
    void letters_that_change_with_case() {
        assertArrayEquals(
                new long[] {101, 9960, 24761, 3669, 1096, 1179, 1155, 102},
                PIECES.encode("\u0130stanbul \u015e\u0130\u015eL\u0130 \u00df \u03a9 \u03ac", 512));
    }

    @Test
    void pictures() {
        assertArrayEquals(
                new long[] {101, 7861, 29147, 2072, 100, 1998, 100, 102},
                PIECES.encode("emoji \ud83d\ude00 and \ud83c\udff3\ufe0f\u200d\ud83c\udf08", 512));
    }

    @Test
    void hangul() {
        assertArrayEquals(
                new long[] {
                    101, 1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008, 1467, 30009, 30020, 29997, 30017, 30003,
                    30017, 102
                },
                PIECES.encode("\ud55c\uad6d\uc5b4 \ud14d\uc2a4\ud2b8", 512));
    }

    @Test
    void a_text_that_is_too_long_is_cut_and_still_ends() {
        assertArrayEquals(new long[] {101, 7592, 102}, PIECES.encode("Hello, world!", 3));
    }
}
