package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class LayoutTest {
    @Test
    void spaces_before_line_numbers_and_colours_go() {
        assertEquals("9→a\n10→  b\n11→\nc", Layout.plain("     9→a\n    10→  b\n    11→\nc"));
        assertEquals("1\ta\n2\tb\n3\tc\n", Layout.plain("     1\ta\n     2\tb\n     3\tc\n"));
        assertEquals("2 failed", Layout.plain("\u001b[31m2 \u001b[1;4mfailed\u001b[0m"));
    }

    @Test
    void all_else_stays_as_it_is() {
        for (String text : new String[] {
            "", "   12 files\n   13 files", "  return 1;", "a → b", "x\t  7\ty", "[31m", "  12\tfoo\n  9\tbar\n"
        }) {
            assertEquals(text, Layout.plain(text));
        }
    }

    @Test
    void numbers_that_a_file_itself_says_keep_their_spaces() {
        String codes = "  1: 'a',\n  2: 'b',\n  3: 'c',\n  4: 'd',\n";
        assertEquals("# a → b\nX = {\n" + codes, Layout.plain("# a → b\nX = {\n" + codes));
        assertEquals("all:\n\tmake\n" + codes, Layout.plain("all:\n\tmake\n" + codes));
        String table = "a\n".repeat(7) + "  1\tb\n  2\tc\n  3\td\n".repeat(4);
        assertEquals(table, Layout.plain(table));
    }
}
