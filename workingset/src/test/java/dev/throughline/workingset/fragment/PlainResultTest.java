package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.CallSubject;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlainResultTest {
    private static String plain(String text) {
        return PlainResult.of(text, CallSubject.NONE);
    }

    @Test
    void spaces_before_line_numbers_and_colours_go() {
        assertEquals("9→a\n10→  b\n11→\nc", plain("     9→a\n    10→  b\n    11→\nc"));
        assertEquals("1\ta\n2\tb\n3\tc\n", plain("     1\ta\n     2\tb\n     3\tc\n"));
        assertEquals("2 failed", plain("\u001b[31m2 \u001b[1;4mfailed\u001b[0m"));
    }

    @Test
    void all_else_stays_as_it_is() {
        for (String text : new String[] {
            "", "   12 files\n   13 files", "  return 1;", "a → b", "x\t  7\ty", "[31m", "  12\tfoo\n  9\tbar\n"
        }) {
            assertEquals(text, plain(text));
        }
    }

    @Test
    void numbers_that_a_file_itself_says_keep_their_spaces() {
        String codes = "  1: 'a',\n  2: 'b',\n  3: 'c',\n  4: 'd',\n";
        assertEquals("# a → b\nX = {\n" + codes, plain("# a → b\nX = {\n" + codes));
        assertEquals("all:\n\tmake\n" + codes, plain("all:\n\tmake\n" + codes));
        String table = "a\n".repeat(7) + "  1\tb\n  2\tc\n  3\td\n".repeat(4);
        assertEquals(table, plain(table));
    }

    @Test
    void what_a_file_says_stays_in_a_read_of_it() {
        CallSubject read = CallSubject.of("read", List.of(new CallSubject.Argument("path", "a.sh")));
        assertEquals("PS1='\u001b[31m$ '", PlainResult.of("PS1='\u001b[31m$ '", read));
        String table = "  1\tapple\n  2\tpear\n  3\tplum\n";
        assertEquals(table, PlainResult.of(table, read));
        String listing = "     1\tapple\n     2\tpear\n     3\tplum\n";
        CallSubject printed = CallSubject.of("Bash", List.of(new CallSubject.Argument("command", "cat listing.txt")));
        assertEquals(listing, PlainResult.of(listing, printed));
        CallSubject numbered = CallSubject.of("Bash", List.of(new CallSubject.Argument("command", "cat -n fruit.txt")));
        assertEquals("1\tapple\n2\tpear\n3\tplum\n", PlainResult.of(listing, numbered));
    }
}
