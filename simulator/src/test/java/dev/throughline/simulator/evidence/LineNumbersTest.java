package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LineNumbersTest {
    @Test
    void line_numbers_before_an_arrow_or_a_tab_are_removed_and_the_indentation_is_kept() {
        assertEquals("class A {\n\tint b;\n}", LineNumbers.without("     1→class A {\n     2→\tint b;\n     3→}"));
        assertEquals("one\n  two", LineNumbers.without("1\tone\n2\t  two"));
    }

    @Test
    void other_numbers_are_kept() {
        String text = "12: grep\n1234567→too long\na 3→inside\n4 →apart";
        assertEquals(text, LineNumbers.without(text));
        String plain = "no arrow 1 and no tab 2";
        assertSame(plain, LineNumbers.without(plain));
    }

    @Test
    void line_numbers_are_removed_as_by_a_regular_expression() {
        Pattern number = Pattern.compile("^\\s*\\d{1,6}(?:→|\\t)", Pattern.MULTILINE | Pattern.UNIX_LINES);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                text.append("\n\n 1234→\tx".charAt(random.nextInt(10)));
            }
            assertEquals(number.matcher(text).replaceAll(""), LineNumbers.without(text.toString()), "seed " + seed);
        }
    }
}
