package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.TestConversation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShortenedTextTest {
    @Test
    void beginning_end_and_failures_stay() {
        String text = TestConversation.lines("head", 200) + "\n--- FAIL: TestParse (0.00s)\n"
                + TestConversation.lines("tail", 200);
        String cut = ShortenedText.of(text, CallSubject.NONE, 0.2, "ab12cd34");
        assertTrue(cut.startsWith("head line 1 "), cut);
        assertTrue(cut.endsWith("tail line 200 says something of its own"), cut);
        assertTrue(
                cut.matches("(?s).*\n\\[\\d+ lines not shown: recall id=ab12cd34]\n--- FAIL: TestParse \\(0.00s\\)\n"
                        + "\\[\\d+ lines not shown: recall id=ab12cd34]\n.*"),
                cut);
        assertTrue(cut.length() < 0.25 * text.length(), "found " + cut.length() + " of " + text.length());
    }

    @Test
    void gaps_in_a_numbered_read_name_their_lines() {
        String text = IntStream.rangeClosed(11, 210)
                .mapToObj(line -> line + "→" + (line == 100 ? "// fatal" : "line " + line + " of a file"))
                .collect(Collectors.joining("\n"));
        CallSubject read = CallSubject.of("Read", List.of(new CallSubject.Argument("file_path", "a.go")));
        String cut = ShortenedText.of(text, read, 0.2, "ab12cd34");
        Matcher gaps = Pattern.compile(
                        "(\\d+)→[^\n]*\n\\[lines (\\d+)-99 not shown: recall id=ab12cd34]\n100→// fatal\n"
                                + "\\[lines 101-(\\d+) not shown: recall id=ab12cd34]\n(\\d+)→")
                .matcher(cut);
        assertTrue(gaps.find(), cut);
        assertEquals(Integer.parseInt(gaps.group(1)) + 1, Integer.parseInt(gaps.group(2)));
        assertEquals(Integer.parseInt(gaps.group(3)) + 1, Integer.parseInt(gaps.group(4)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat ids.txt", "grep -n . a.go", "make"})
    void numbers_that_number_no_lines_of_a_read_are_not_named(String command) {
        String text = IntStream.rangeClosed(11, 210)
                .mapToObj(line -> line + ":line " + line + " of a file")
                .collect(Collectors.joining("\n"));
        CallSubject subject = CallSubject.of("Bash", List.of(new CallSubject.Argument("command", command)));
        String cut = ShortenedText.of(text, subject, 0.2, "ab12cd34");
        assertTrue(cut.matches("(?s).*\n\\[\\d+ lines not shown: recall id=ab12cd34]\n.*"), cut);
    }

    @Test
    void a_gap_is_not_shorter_than_its_note() {
        String text = TestConversation.lines("head", 200) + "\n" + "error one\nshort\nerror two\n".repeat(3)
                + TestConversation.lines("tail", 200);
        String cut = ShortenedText.of(text, CallSubject.NONE, 0.2, "ab12cd34");
        assertTrue(cut.contains("]\nerror one\nshort\nerror two\nerror one\nshort\nerror two\n"), cut);
    }

    @Test
    void a_text_of_one_line_is_cut_between_characters() {
        for (int length = 2_000; length < 2_012; length++) {
            String text = "x".repeat(length % 3) + "😀".repeat(length);
            String cut = ShortenedText.of(text, CallSubject.NONE, 0.31, "ab12cd34");
            assertTrue(cut.length() < text.length());
            assertTrue(cut.matches("(?s).*\\[[0-9,]+ characters not shown: recall id=ab12cd34]\n.*"), cut);
            assertEquals(cut, new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }
}
