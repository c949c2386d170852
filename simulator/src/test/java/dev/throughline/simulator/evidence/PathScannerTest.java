package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class PathScannerTest {
    /** The same rule as a regular expression: slower, but easier to check. */
    private static final Pattern PATH = Pattern.compile(
            "(?<![\\w@~.\\-])[\\w@~.\\-]*(?:[/\\\\][\\w@.\\-]+)+\\.[A-Za-z0-9]{1,8}\\b",
            Pattern.UNICODE_CHARACTER_CLASS);

    private static List<String> paths(String text) {
        List<String> found = new ArrayList<>();
        PathScanner.find(text, found::add);
        return found;
    }

    @Test
    void a_path_is_named_by_its_last_two_components() {
        assertEquals(List.of("main/App.java"), paths("see src/main/App.java, line 3"));
        assertEquals(List.of("work/notes.old.txt"), paths("C:\\work\\notes.old.txt"));
        assertEquals(List.of("/x.c"), paths("(/x.c)"));
        assertEquals(List.of("~/a.b"), paths("~/a.b"));
        assertEquals(List.of("a/b.txt", "c/d.md"), paths("a/b.txt:c/d.md"));
    }

    @Test
    void a_text_without_a_separator_or_an_extension_is_no_path() {
        assertEquals(List.of(), paths("App.java and/or usr/bin"));
        assertEquals(List.of(), paths("a/b.verylongextension"));
        assertEquals(List.of(), paths("a/.bashrc"));
    }

    @Test
    void random_texts_have_the_paths_that_the_regular_expression_finds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String letters = "ab1_.-~@/\\ /.\né\"";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            List<String> expected = new ArrayList<>();
            Matcher matcher = PATH.matcher(text);
            while (matcher.find()) {
                String[] parts = matcher.group().split("[/\\\\]", -1);
                expected.add(parts[parts.length - 2] + "/" + parts[parts.length - 1]);
            }
            assertEquals(expected, paths(text.toString()), "seed " + seed + ", text '" + text + "'");
        }
    }
}
