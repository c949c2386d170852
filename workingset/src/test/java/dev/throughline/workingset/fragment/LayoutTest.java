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
            "",
            "   12 files\n   13 files",
            "  return 1;",
            "a → b",
            "x\t  7\ty",
            "[31m",
            "# a → b\n"
                    + "CODES = {\n"
                    + "        1: 'a',\n"
                    + "        2: 'b',\n"
                    + "        3: 'c',\n"
                    + "        4: 'd',\n"
                    + "        5: 'e',\n"
                    + "}",
            "all:\n\tmake\ncodes:\n  1: a\n  2: b\n  3: c\n  4: d\n  5: e\n",
            "a\nb\nc\nd\ne\nf\ng\n  1\th\n  2\ti\n  3\tj\n  4\tk\n  5\tl\n  6\tm\n  7\tn\n  8\to\n  9\tp",
            "  12\tfoo\n  9\tbar\n"
        }) {
            assertEquals(text, Layout.plain(text));
        }
    }
}
