package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunksTest {
    @Test
    void a_measure_is_known_by_its_name() {
        Chunks.Measure measure = new Chunks.Measure(300, 60);
        assertEquals(measure, Chunks.Measure.named(measure.name()));
        assertEquals(Chunks.Measure.USUAL, Chunks.Measure.named("as nobody cuts today"));
        assertEquals(50, new Chunks.Measure(100, 90).overlap());
    }

    @Test
    void a_curated_bullet_and_a_heading_are_chunks_of_their_own() {
        String text = "# Build\nWith Maven.\n\n- Use tabs.\n  Always.\n- No snapshots.\n## Tests\n- Run them.\n";
        List<Chunk> chunks = Chunks.curated(text, Chunks.Measure.USUAL);
        assertEquals(
                List.of(
                        "# Build\nWith Maven.\n\n",
                        "- Use tabs.\n  Always.\n",
                        "- No snapshots.\n",
                        "## Tests\n",
                        "- Run them.\n"),
                chunks.stream().map(chunk -> chunk.of(text)).toList());
        assertEquals(
                List.of("", "Build", "Build", "Build", "Build / Tests"),
                chunks.stream().map(Chunk::lead).toList());
        assertEquals(new Chunk(4, 5, 21, 43, "Build"), chunks.get(1));
    }

    @Test
    void what_is_fenced_is_not_taken_for_bullets() {
        assertEquals(
                1,
                Chunks.curated("- a\n```\n- not one\n# nor this\n```\n", Chunks.Measure.USUAL)
                        .size());
    }

    @Test
    void curated_files_are_known_by_their_names() {
        assertTrue(Chunks.isCurated("MEMORY.md"));
        assertTrue(Chunks.isCurated("topics/feedback_review.md"));
        assertTrue(Chunks.isCurated("memory/2026-04-05.md"));
        assertFalse(Chunks.isCurated("memory/notes.md"));
        assertTrue(Chunks.isBareHeading("## Topics\n") && !Chunks.isBareHeading("## Topics\n- one"));
    }

    @Test
    void every_text_is_covered_without_gaps_and_no_chunk_is_too_large() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            String text = text(random);
            for (List<Chunk> chunks :
                    List.of(Chunks.plain(text, Chunks.Measure.USUAL), Chunks.curated(text, Chunks.Measure.USUAL))) {
                int covered = 0;
                for (Chunk chunk : chunks) {
                    assertTrue(chunk.start() <= covered && chunk.end() > covered, "seed " + seed);
                    assertTrue(
                            Tokens.estimate(text, chunk.start(), chunk.end()) <= Chunks.Measure.USUAL.tokens(),
                            "seed " + seed);
                    assertEquals(line(text, chunk.start()), chunk.fromLine(), "seed " + seed);
                    covered = chunk.end();
                }
                assertEquals(text.length(), covered, "seed " + seed);
            }
        }
    }

    private static int line(String text, int at) {
        return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    private static String text(Random random) {
        String[] parts = {
            "word ", "東京塔の", "- ", "# ", "\n", "\n\n", "identifierWithManyParts_and_more", "😀", "```", "a1b2c3d4e5f6 "
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1500); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }
}
