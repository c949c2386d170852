package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ThreeWayMergeTest {
    @Test
    void changes_in_different_places_are_merged() {
        assertEquals("a\nB\nc\nd\ne\n", ThreeWayMerge.of("a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nc\nd\ne\n"));
        assertEquals("b\nc\nd\n", ThreeWayMerge.of("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n"));
    }

    @Test
    void if_both_changed_a_line_both_versions_stay_theirs_first() {
        assertEquals("a\ntheirs\nours\nc\n", ThreeWayMerge.of("a\nb\nc\n", "a\ntheirs\nc\n", "a\nours\nc\n"));
        assertEquals("theirs\nours\n", ThreeWayMerge.of("", "theirs\n", "ours\n"));
    }

    @Test
    void the_same_change_is_applied_once() {
        assertEquals("a\nx\n", ThreeWayMerge.of("a\n", "a\nx\n", "a\nx\n"));
    }

    @Test
    void a_text_without_a_newline_at_the_end_is_merged() {
        assertEquals("a\nb\ntheirs\nours\n", ThreeWayMerge.of("a\nb", "a\nb\ntheirs", "a\nb\nours\n"));
    }

    @Test
    void texts_that_are_too_large_to_compare_lose_nothing() {
        String base = numbered("b", 5_000);
        String theirs = numbered("t", 5_000);
        String ours = numbered("o", 5_000);
        String joined = ThreeWayMerge.of(base, theirs, ours);
        assertEquals(theirs + ours, joined);
    }

    private static String numbered(String word, int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(word).append(i).append('\n');
        }
        return text.toString();
    }

    @Test
    void every_line_of_theirs_and_every_new_line_of_ours_is_there() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            List<String> base = new ArrayList<>();
            for (int i = 0; i < random.nextInt(12); i++) {
                base.add("b" + random.nextInt(6) + "\n");
            }
            String theirs = String.join("", edited(base, random, "t"));
            List<String> ours = edited(base, random, "o");
            String joined = ThreeWayMerge.of(String.join("", base), theirs, String.join("", ours));
            List<String> lines = joined.lines().toList();
            theirs.lines().forEach(line -> assertTrue(!line.startsWith("t") || lines.contains(line), "seed " + seed));
            ours.forEach(line -> assertTrue(!line.startsWith("o") || lines.contains(line.strip()), "seed " + seed));
        }
    }

    private static List<String> edited(List<String> base, Random random, String mark) {
        List<String> lines = new ArrayList<>(base);
        for (int i = 0; i < random.nextInt(4); i++) {
            int at = random.nextInt(lines.size() + 1);
            if (at < lines.size() && random.nextBoolean()) {
                lines.remove(at);
            } else {
                lines.add(at, mark + random.nextInt(1_000_000) + "\n");
            }
        }
        return lines;
    }
}
