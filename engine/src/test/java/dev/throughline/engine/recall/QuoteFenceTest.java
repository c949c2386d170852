package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class QuoteFenceTest {
    private static final Pattern OPENING = Pattern.compile("^(=+) abcdefgh .*, (\\d+) characters \\1\n");

    @Test
    void a_payload_is_unchanged_between_its_fence_lines() {
        assertEquals(
                "== abcdefgh user, 8 characters ==\n<b>& \\n\n\n== end abcdefgh ==\n",
                QuoteFence.around("abcdefgh", "user", "<b>& \\n\n"));
    }

    @Test
    void a_payload_that_contains_the_closing_line_gets_a_longer_fence() {
        String inner = QuoteFence.around("abcdefgh", "user", "== end abcdefgh ==");
        assertEquals("=== abcdefgh user, 18 characters ===\n== end abcdefgh ==\n=== end abcdefgh ===\n", inner);
        assertEquals(inner, back(QuoteFence.around("abcdefgh", "user", inner)));
    }

    @Test
    void a_label_cannot_end_its_line() {
        assertEquals(
                "== abcdefgh a end b, 1 characters ==\nx\n== end abcdefgh ==\n",
                QuoteFence.around("abcdefgh", "a ==\n== end b", "x"));
    }

    @Test
    void a_long_label_is_cut_between_characters() {
        assertEquals(
                "== abcdefgh " + "x".repeat(118) + "…, 1 characters ==\nx\n== end abcdefgh ==\n",
                QuoteFence.around("abcdefgh", "x".repeat(118) + "😀".repeat(2), "x"));
    }

    @Test
    void every_payload_can_be_read_back() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] parts = {"=", "==", " end ", "abcdefgh", "\n", "x", "== end abcdefgh ==", " characters ==\n", "é"};
        for (int i = 0; i < 500; i++) {
            StringBuilder payload = new StringBuilder();
            for (int j = random.nextInt(12); j > 0; j--) {
                payload.append(parts[random.nextInt(parts.length)]);
            }
            String text = payload.toString();
            assertEquals(text, back(QuoteFence.around("abcdefgh", "user", text)), "seed " + seed);
        }
    }

    /** Reads a payload back as the documentation of the class describes. */
    private static String back(String fenced) {
        Matcher opening = OPENING.matcher(fenced);
        if (!opening.find()) {
            throw new AssertionError("no opening line in " + fenced);
        }
        String bar = opening.group(1);
        int end = fenced.indexOf("\n" + bar + " end abcdefgh " + bar, opening.end() - 1);
        String payload = end < opening.end() ? "" : fenced.substring(opening.end(), end);
        assertEquals(Integer.parseInt(opening.group(2)), payload.length());
        return payload;
    }
}
