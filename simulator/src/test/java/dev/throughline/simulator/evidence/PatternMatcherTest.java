package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PatternMatcherTest {
    private static String letters(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(most) + 1; n > 0; n--) {
            text.append("abc é".charAt(random.nextInt(5)));
        }
        return text.toString();
    }

    @Test
    void every_pattern_is_found_at_every_position() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<String> patterns = new ArrayList<>();
            PatternMatcher matcher = new PatternMatcher();
            for (int i = 0; i < 1 + random.nextInt(1000); i++) {
                patterns.add(letters(random, 6));
                matcher.add(patterns.getLast(), i);
            }
            matcher.link();
            String text = letters(random, 80);
            List<String> found = new ArrayList<>();
            matcher.search(text, (pattern, end) -> found.add(pattern + "@" + end));
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < patterns.size(); i++) {
                String pattern = patterns.get(i);
                for (int at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
                    expected.add(i + "@" + (at + pattern.length()));
                }
            }
            assertEquals(
                    expected.stream().sorted().toList(), found.stream().sorted().toList(), "seed " + seed);
        }
    }
}
