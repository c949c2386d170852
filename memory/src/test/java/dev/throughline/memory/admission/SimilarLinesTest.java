package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SimilarLinesTest {
    private static final List<String> WORDS = List.of(
            "the",
            "server",
            "release",
            "is",
            "cut",
            "on",
            "thursday",
            "never",
            "port",
            "8080",
            "8081",
            "by",
            "ana",
            "and",
            "tests",
            "run",
            "first",
            "in",
            "main.go",
            "staging");

    private static SimilarLines of(String... lines) {
        SimilarLines likeness = new SimilarLines();
        List.of(lines).forEach(likeness::add);
        return likeness;
    }

    @Test
    void case_punctuation_and_small_changes_do_not_matter() {
        SimilarLines known = of("- The release of the server is cut by Ana each Thursday. (2026-01-01, x/y)");
        assertTrue(known.contains("the RELEASE of the server is cut by Ana, each Thursday!"));
        assertTrue(known.contains("The release of the server is cut by Ana each Thursday morning"));
        assertFalse(known.contains("The client has a release of its own."));
    }

    @Test
    void another_number_name_or_negation_matters() {
        SimilarLines known = of("The test server listens on port 8080 in the staging room of main.go");
        assertFalse(known.contains("The test server listens on port 8081 in the staging room of main.go"));
        assertFalse(known.contains("The test server listens on port 8080 in the staging room of main.rs"));
        assertFalse(known.contains("The test server never listens on port 8080 in the staging room of main.go"));
        assertTrue(known.contains("The test server listens on port 8080 in the staging area of main.go"));
    }

    @Test
    void a_line_without_words_is_not_added() {
        SimilarLines known = new SimilarLines();
        assertEquals(0, known.add(" --- !? "));
        assertFalse(known.contains(" --- !? "));
        assertEquals(0, known.size());
    }

    @Test
    void a_line_of_two_pages_is_removed_with_the_second() {
        SimilarLines known = new SimilarLines();
        long key = known.add("Tabs in Makefiles.");
        assertEquals(key, known.add("- tabs in makefiles"));
        known.remove(key);
        assertTrue(known.contains("tabs in Makefiles"));
        known.remove(key);
        assertFalse(known.contains("tabs in Makefiles"));
        known.remove(key);
        assertEquals(0, known.size());
    }

    /** Against the rule itself, worked out for every pair, while lines come and go. */
    @Test
    void it_finds_the_same_as_comparing_with_every_line() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        SimilarLines known = new SimilarLines();
        List<String> lines = new ArrayList<>();
        List<Long> keys = new ArrayList<>();
        int found = 0;
        for (int i = 0; i < 2_000; i++) {
            String line = line(random);
            boolean isThere = lines.stream().anyMatch(other -> isAlike(line, other));
            assertEquals(isThere, known.contains(line), "seed " + seed + ": " + line);
            found += isThere ? 1 : 0;
            if (!isThere || random.nextInt(3) == 0) {
                lines.add(line);
                keys.add(known.add(line));
            }
            while (lines.size() > 300 || (!lines.isEmpty() && random.nextInt(3) == 0)) {
                int gone = random.nextInt(lines.size());
                lines.remove(gone);
                known.remove(keys.remove(gone));
            }
        }
        assertTrue(found > 0 && found < 2_000, "seed " + seed + " found " + found);
        assertEquals(Set.copyOf(keys).size(), known.size(), "seed " + seed);
    }

    private static String line(Random random) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(9); i++) {
            words.add(WORDS.get((int) (WORDS.size() * Math.pow(random.nextDouble(), 2))));
        }
        return String.join(" ", words);
    }

    private static boolean isAlike(String one, String other) {
        Set<String> first = marks(SimilarLines.words(one));
        Set<String> second = marks(SimilarLines.words(other));
        Set<String> shared = new HashSet<>(first);
        shared.retainAll(second);
        Set<String> all = new HashSet<>(first);
        all.addAll(second);
        return 10 * shared.size() >= 7 * all.size() && facts(one).equals(facts(other));
    }

    private static Set<String> marks(List<String> words) {
        Set<String> marks = new HashSet<>(words);
        for (int i = 0; i + 1 < words.size(); i++) {
            marks.add(words.get(i) + " " + words.get(i + 1));
        }
        return marks;
    }

    private static Set<String> facts(String line) {
        Set<String> facts = new HashSet<>(SimilarLines.words(line));
        facts.retainAll(Set.of("on", "never", "8080", "8081", "main.go"));
        return facts;
    }
}
