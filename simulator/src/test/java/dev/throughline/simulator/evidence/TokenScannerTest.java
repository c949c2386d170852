package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.evidence.EvidenceToken.Kind;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class TokenScannerTest {
    private static final Pattern IDENT = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{7,}");
    private static final Pattern NUM = Pattern.compile("(?<![\\w.])\\d{4,}(?![\\w.])");
    private static final Pattern HEX = Pattern.compile("\\b(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\\b");
    private static final Pattern QUOTED =
            Pattern.compile("\"([^\"\\n\\\\]{8,80})\"|'([^'\\n\\\\]{8,80})'|`([^`\\n]{8,80})`");
    private static final Pattern LINE_NUMBER = Pattern.compile("^\\s*\\d{1,6}\\s*(?:→|:|\\t|\\|)\\s?");

    private static Set<String> of(Kind kind, String text) {
        return TokenScanner.of(text).stream()
                .filter(token -> token.kind() == kind)
                .map(EvidenceToken::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void an_identifier_has_an_underscore_a_digit_or_mixed_case() {
        assertEquals(
                Set.of("fetchRows", "max_size_", "$counter1", "HTTPServer2"),
                of(Kind.IDENT, "fetchRows(max_size_) $counter1 HTTPServer2 ordinary __hidden__ short_1 UPPERCASE"));
    }

    @Test
    void numbers_and_hex_ids_are_found_only_as_whole_words() {
        assertEquals(Set.of("2048", "123456789012"), of(Kind.NUM, "2048 x999 1.2345 12345.6 123 123456789012"));
        assertEquals(Set.of("deadbeef12", "0123456789ab"), of(Kind.NUM, "deadbeef12 deadbeef 0123456789abcdef0123"));
    }

    @Test
    void line_numbers_are_removed_from_lines() {
        assertEquals(
                Set.of("return total + tax;", "if (isEmpty(list)) {", "while (true) next();"),
                of(
                        Kind.LINE,
                        "   12→  return total + tax;  \n7: if (isEmpty(list)) {\n  3\t\twhile (true) next();\nshort\n"
                                + "0123 4567 8901 2345 67\n" + "x".repeat(201)));
        assertEquals(Set.of("1234567: seven digits stay"), of(Kind.LINE, "1234567: seven digits stay"));
    }

    @Test
    void a_quoted_phrase_contains_a_space() {
        assertEquals(
                Set.of("no such file", "left a note", "a\\b is fine"),
                of(Kind.QUOTED, "\"no such file\" 'left a note' `a\\b is fine` \"nospaces\" \"a \\\" b long\" 'x y'"));
    }

    @Test
    void random_texts_have_the_tokens_that_the_regular_expressions_find() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String letters = "abAB01_$.\"'` \\\n\t:|→9f";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(60); n > 0; n--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            Set<EvidenceToken> found = new HashSet<>(TokenScanner.of(text.toString()));
            found.removeIf(token -> token.kind() == Kind.PATH);
            assertEquals(byExpressions(text.toString()), found, "seed " + seed + ", text '" + text + "'");
        }
    }

    private static Set<EvidenceToken> byExpressions(String text) {
        Set<EvidenceToken> found = new HashSet<>();
        IDENT.matcher(text).results().map(each -> each.group()).forEach(word -> {
            String inner = word.replaceAll("^_+|_+$", "");
            if (word.length() <= 60 && (inner.contains("_") || word.matches(".*(\\d|[a-z][A-Z]).*"))) {
                found.add(new EvidenceToken(Kind.IDENT, word));
            }
        });
        NUM.matcher(text)
                .results()
                .map(each -> each.group())
                .filter(each -> each.length() <= 12)
                .forEach(each -> found.add(new EvidenceToken(Kind.NUM, each)));
        HEX.matcher(text)
                .results()
                .map(each -> each.group())
                .forEach(each ->
                        found.add(new EvidenceToken(Kind.NUM, each.substring(0, Math.min(12, each.length())))));
        for (String raw : text.split("\n", -1)) {
            String line = LINE_NUMBER.matcher(raw).replaceFirst("").strip();
            if (line.length() >= 16 && line.length() <= 200 && line.chars().anyMatch(Character::isLetter)) {
                found.add(new EvidenceToken(Kind.LINE, line));
            }
        }
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            String phrase = quoted.group().substring(1, quoted.group().length() - 1);
            if (phrase.contains(" ")) {
                found.add(new EvidenceToken(Kind.QUOTED, phrase));
            }
        }
        return found;
    }
}
