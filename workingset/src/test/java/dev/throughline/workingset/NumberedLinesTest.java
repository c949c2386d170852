package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NumberedLinesTest {
    private static NumberedLines numbered(String text) {
        return NumberedLines.of(text, CallSubject.NONE);
    }

    @Test
    void lines_are_given_back_as_they_stand() {
        NumberedLines lines = numbered("one\n\nthree  \n");
        assertEquals(4, lines.count());
        assertEquals("one\n\nthree  \n", lines.text(0, 4));
        assertEquals("\nthree  ", lines.text(1, 3));
    }

    @Test
    void a_character_belongs_to_a_line_up_to_its_line_break() {
        NumberedLines lines = numbered("one\n\nthree");
        assertEquals(
                List.of(0, 0, 0, 0, 1, 2, 2, 2, 2, 2),
                IntStream.range(0, 10).map(lines::at).boxed().toList());
    }

    @Test
    void numbers_before_lines_and_spaces_after_them_do_not_count() {
        NumberedLines plain = numbered("\treturn parse(head)\n\n}");
        assertAlike(plain, "    12→\treturn parse(head)\n    13→\n    14→}");
        assertAlike(plain, "    12\t\treturn parse(head)\n    13\t\n    14\t}");
        assertAlike(plain, "40961:\treturn parse(head)  \r\n40962:\n99999:}");
        assertAlike(plain, "7|\treturn parse(head)\n8|\n9|}");
        assertNotEquals(
                plain.keys().key(0, 1), numbered("return parse(head)").keys().key(0, 1));
    }

    private static void assertAlike(NumberedLines plain, String numbered) {
        assertEquals(plain.count(), numbered(numbered).count());
        for (int i = 0; i < plain.count(); i++) {
            assertEquals(plain.keys().key(i, 1), numbered(numbered).keys().key(i, 1), numbered);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "812\tsrc/main\n40\tsrc/test\n90\tsrc/docs", // sizes
                "3\t4\ta/Parser.java\n5\t6\ta/Lexer.java\n6\t0\ta/Other.java", // added and removed lines
                "10:15:30 up\n11:15:30 up\n12:15:30 up", // times
                "8080:80\n8081:81\n8082:82", // ports
                "12|ann|red\n14|bob|blue\n15|cid|green", // rows with ids
                "90: late\n40: early\n50: later", // numbers that do not rise
                "1→of one\n2→of two" // too few to tell
            })
    void numbers_that_the_lines_themselves_say_count(String text) {
        NumberedLines lines = numbered(text);
        NumberedLines other = numbered(text.replaceAll("(?m)^\\d", "7"));
        for (int i = 0; i < lines.count(); i++) {
            boolean isSame = lines.text(i, i + 1).equals(other.text(i, i + 1));
            assertEquals(isSame, lines.keys().key(i, 1) == other.keys().key(i, 1), text);
        }
    }

    @Test
    void lines_are_named_by_their_numbers() {
        NumberedLines lines = numbered("header\n  12→package a\n  13→\n  14→import b\nplain");
        assertEquals(Optional.of("12-14"), lines.range(1, 3));
        assertEquals(Optional.of("12-14"), lines.range(1, 4), "what a tool says behind a file has no number");
        assertEquals(Optional.empty(), lines.range(0, 2));
        assertEquals(Optional.empty(), lines.range(4, 4));
    }

    @Test
    void a_table_inside_a_file_numbers_no_lines() {
        NumberedLines lines = numbered("CODES = {\n    1: 'a',\n    2: 'b',\n    3: 'c',\n}\n\nx = CODES[1]\ny = 2\n");
        assertEquals(Optional.empty(), lines.range(1, 3));
        assertNotEquals(numbered("9: 'a',").keys().key(0, 1), lines.keys().key(1, 1));
    }

    @Test
    void an_empty_text_is_one_empty_line() {
        assertEquals(1, numbered("").count());
        assertEquals("", numbered("").text(0, 1));
    }
}
