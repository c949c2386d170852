package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LinesByFeatureTest {
    @Test
    void a_feature_returns_its_lines_newest_first() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        LinesByFeature postings = new LinesByFeature();
        Map<Integer, List<Integer>> model = new HashMap<>();
        for (int line = 0; line < 20_000; line++) {
            int mark = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(500) - 250;
            postings.add(mark, line);
            model.computeIfAbsent(mark, _ -> new ArrayList<>()).addFirst(line);
        }
        model.put(Integer.MIN_VALUE, List.of());
        model.forEach((mark, lines) -> {
            List<Integer> found = new ArrayList<>();
            postings.forEach(mark, found::add);
            assertEquals(lines, found, "seed " + seed + " mark " + mark);
        });
    }
}
