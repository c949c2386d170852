package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NameScannerTest {
    private static List<String> marks(String text) {
        List<String> found = new ArrayList<>();
        NameScanner.in(text, name -> found.add(name.kind() + " " + name.text()));
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "parseHeader, IDENTIFIER parseHeader",
        "max_header_bytes, IDENTIFIER max_header_bytes",
        "sha256sum, IDENTIFIER sha256sum",
        "40961, NUMBER 40961",
        "see src/main/a/Parser.java., PATH a/Parser.java",
        "C:\\dir\\sub\\Parser.java, PATH sub/Parser.java",
        "src/main/a/Parser.java-12-    int x;, PATH a/Parser.java",
        "src/main/a/Parser.java:12:    int x;, PATH a/Parser.java",
        "docs/plan-12.md, PATH docs/plan-12.md",
    })
    void names_are_found_by_their_spelling(String text, String name) {
        assertEquals(List.of(name), marks(text).stream().filter(name::equals).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"node/pkg-1.2.0", "vendor/model-5.5", "@scope/pkg@2.1.9", "a/12-13", "a/b-12", "a/.b"})
    void a_version_is_no_path(String text) {
        assertEquals(
                List.of(),
                marks(text).stream().filter(name -> name.startsWith("PATH")).toList());
    }

    @Test
    void words_of_prose_are_not_names() {
        assertEquals(List.of(), marks("The parser drops nothing, 12 times, in everyday language. e.g. and/or"));
    }

    @Test
    void a_hash_is_known_by_its_first_characters() {
        assertEquals("NUMBER 4f2a9c01d7e8", marks("commit 4f2a9c01d7e88aa0b1c2").getFirst());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709",
                "a1b2c3d4e5f6",
                "f00dfacef00dfacef00dfacef00dfacef00dfacef00dfacef00dfacef00"
            })
    void a_hash_is_no_identifier(String hash) {
        assertEquals(
                List.of(),
                marks("commit " + hash).stream()
                        .filter(name -> name.startsWith("IDENTIFIER"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode_base64", "a1b2c3d4e5", "feedFaceDecade", "ab12cd34ef56x"})
    void what_only_looks_like_a_hash_stays_an_identifier(String name) {
        assertEquals(
                List.of("IDENTIFIER " + name),
                marks(name).stream()
                        .filter(found -> found.startsWith("IDENTIFIER"))
                        .toList());
    }

    @Test
    void a_name_has_its_offset() {
        List<Integer> starts = new ArrayList<>();
        NameScanner.in("  parseHeader(40961)", name -> starts.add(name.start()));
        assertEquals(List.of(2, 14), starts);
    }
}
