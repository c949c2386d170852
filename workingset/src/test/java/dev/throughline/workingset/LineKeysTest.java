package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LineKeysTest {
    private static LineKeys keys(String text) {
        return NumberedLines.of(text, CallSubject.NONE).keys();
    }

    private static LineKeys keys(List<String> lines) {
        return new LineKeys(
                lines.stream().mapToLong(LineKeys::key).toArray(),
                lines.stream().mapToInt(_ -> LineKeys.NO_NUMBER).toArray());
    }

    @Test
    void equal_lines_have_equal_keys_whatever_their_numbers() {
        LineKeys first = keys("12→a\n13→b\n14→a");
        LineKeys second = keys("  112→a  \n  113→b\n  114→a");
        for (int line = 0; line < 3; line++) {
            assertEquals(first.key(line, 1), second.key(line, 1));
            assertEquals(first.number(line) + 100, second.number(line));
        }
        assertEquals(first.key(0, 1), first.key(2, 1));
        assertNotEquals(first.key(0, 1), first.key(1, 1));
    }

    @Test
    void a_line_without_a_number_has_the_number_minus_one() {
        LineKeys keys = keys("header\n1→a\n2→b\n3→c");
        assertFalse(keys.isNumbered(0));
        assertEquals(-1, keys.number(0));
        assertTrue(keys.isNumbered(1));
        assertEquals(1, keys.number(1));
    }

    @Test
    void the_lines_of_a_numbered_file_begin_and_end_with_its_numbers() {
        LineKeys keys = keys("<file>\nheader\n1→a\n2→\n3→c\n4→\n5→e\n6→f\n\n</file>\nnote");
        assertEquals(2, keys.begin());
        assertEquals(8, keys.end());
    }

    @Test
    void the_lines_of_a_file_without_numbers_begin_and_end_with_content() {
        LineKeys keys = keys("\n\n  a\n\nb\n\n");
        assertEquals(2, keys.begin());
        assertEquals(5, keys.end());
    }

    @Test
    void a_text_without_content_has_no_lines_of_a_file() {
        LineKeys keys = keys("\n\n");
        assertEquals(3, keys.count());
        assertEquals(3, keys.begin());
        assertEquals(0, keys.end());
    }

    @Test
    void the_key_of_several_lines_depends_on_their_order() {
        LineKeys keys = keys("a\nb\na\nb\nb\na");
        assertEquals(keys.key(0, 2), keys.key(2, 2));
        assertNotEquals(keys.key(0, 2), keys.key(4, 2));
        assertNotEquals(keys.key(0, 2), keys.key(0, 3));
        assertEquals(0, keys.key(0, 0));
    }

    @Test
    void common_lines_end_at_the_first_difference_and_at_either_end() {
        LineKeys keys = keys("a\nb\nc\nd");
        assertEquals(2, keys.common(0, keys("x\na\nb\ny"), 1));
        assertEquals(0, keys.common(0, keys("x"), 0));
        assertEquals(4, keys.common(0, keys("a\nb\nc\nd\ne"), 0));
        assertEquals(2, keys.common(2, keys("c\nd"), 0));
        assertEquals(0, keys.common(4, keys("a"), 0));
    }

    @Test
    void random_texts_have_as_much_in_common_as_their_lines() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<String> first = lines(random);
            List<String> second = lines(random);
            int from = random.nextInt(first.size());
            int at = random.nextInt(second.size());
            long expected = IntStream.range(0, Math.min(first.size() - from, second.size() - at))
                    .takeWhile(i -> first.get(from + i).equals(second.get(at + i)))
                    .count();
            assertEquals(expected, keys(first).common(from, keys(second), at), "seed " + seed);
        }
    }

    private static List<String> lines(Random random) {
        return random.ints(1 + random.nextInt(12), 0, 2)
                .mapToObj(number -> "line " + number)
                .toList();
    }
}
