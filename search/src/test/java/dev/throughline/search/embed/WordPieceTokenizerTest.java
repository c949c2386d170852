package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The expected numbers come from the reference tokenizer with the same vocabulary. */
final class WordPieceTokenizerTest {
    private static final WordPieceTokenizer PIECES = read();

    private static WordPieceTokenizer read() {
        InputStream file = WordPieceTokenizerTest.class.getResourceAsStream("/bge-small-en-v1.5-q-tokenizer.json");
        return WordPieceTokenizer.read(Objects.requireNonNull(file));
    }

    @Test
    void words_and_punctuation_are_tokenized_like_the_reference() {
        assertArrayEquals(new long[] {101, 7592, 1010, 2088, 999, 102}, PIECES.encode("Hello, world!", 512));
    }

    @Test
    void accents_versions_and_slashes_are_tokenized_like_the_reference() {
        assertArrayEquals(
                new long[] {
                    101, 16770, 2121, 6299, 1035, 1058, 2475, 1012, 2184, 1012, 1017, 1013, 15743, 7668, 29347, 2072,
                    102
                },
                PIECES.encode("HTTPServer_v2.10.3 / na\u00efve caf\u00e9 \u00c0\u00c9\u00ce", 512));
    }

    @Test
    void han_kana_and_full_width_letters_are_tokenized_like_the_reference() {
        assertArrayEquals(
                new long[] {101, 100, 100, 1672, 100, 100, 1665, 30178, 30213, 100, 1755, 100, 100, 102},
                PIECES.encode(
                        "\u8a18\u61b6\u306f\u691c\u7d22\u3067\u304d\u308b \u4e1c\u4eac\u5854 \uff21\uff22\uff23", 512));
    }

    @Test
    void invisible_characters_are_dropped() {
        assertArrayEquals(new long[] {101, 5925, 2094, 102}, PIECES.encode("a\u200bb\u0000c\ufffdd", 512));
    }

    @Test
    void a_too_long_word_is_the_unknown_token() {
        assertArrayEquals(new long[] {101, 100, 7929, 102}, PIECES.encode("x".repeat(101) + " ok", 512));
    }

    @Test
    void letters_with_special_case_mappings_are_tokenized_like_the_reference() {
        assertArrayEquals(
                new long[] {101, 9960, 24761, 3669, 1096, 1179, 1155, 102},
                PIECES.encode("\u0130stanbul \u015e\u0130\u015eL\u0130 \u00df \u03a9 \u03ac", 512));
    }

    @Test
    void emoji_are_tokenized_like_the_reference() {
        assertArrayEquals(
                new long[] {101, 7861, 29147, 2072, 100, 1998, 100, 102},
                PIECES.encode("emoji \ud83d\ude00 and \ud83c\udff3\ufe0f\u200d\ud83c\udf08", 512));
    }

    @Test
    void hangul_is_tokenized_like_the_reference() {
        assertArrayEquals(
                new long[] {
                    101, 1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008, 1467, 30009, 30020, 29997, 30017, 30003,
                    30017, 102
                },
                PIECES.encode("\ud55c\uad6d\uc5b4 \ud14d\uc2a4\ud2b8", 512));
    }

    @Test
    void a_too_long_text_is_truncated_and_keeps_its_end_token() {
        assertArrayEquals(new long[] {101, 7592, 102}, PIECES.encode("Hello, world!", 3));
    }
}
