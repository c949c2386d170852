package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Talk;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ShortenedTest {
    @Test
    void beginning_end_and_failures_stay() {
        String text = Talk.lines("head", 200) + "\n--- FAIL: TestParse (0.00s)\n" + Talk.lines("tail", 200);
        String cut = Shortened.of(text, 0.2, "ab12cd34");
        assertTrue(cut.startsWith("head line 1 "), cut);
        assertTrue(cut.endsWith("tail line 200 says something of its own"), cut);
        assertTrue(
                cut.matches("(?s).*\n\\[\\d+ lines not shown: recall id=ab12cd34]\n--- FAIL: TestParse \\(0.00s\\)\n"
                        + "\\[\\d+ lines not shown]\n.*"),
                cut);
        assertTrue(cut.length() < 0.25 * text.length(), "found " + cut.length() + " of " + text.length());
    }

    @Test
    void a_text_of_one_line_is_cut_between_characters() {
        for (int length = 2_000; length < 2_012; length++) {
            String text = "x".repeat(length % 3) + "😀".repeat(length);
            String cut = Shortened.of(text, 0.31, "ab12cd34");
            assertTrue(cut.length() < text.length());
            assertTrue(cut.matches("(?s).*\\[[0-9,]+ characters not shown: recall id=ab12cd34]\n.*"), cut);
            assertEquals(cut, new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }
}
