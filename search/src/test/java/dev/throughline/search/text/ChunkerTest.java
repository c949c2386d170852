package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunkerTest {
    @Test
    void a_chunk_size_is_restored_from_its_name() {
        Chunker.ChunkSize size = new Chunker.ChunkSize(300, 60);
        assertEquals(size, Chunker.ChunkSize.named(size.name()));
        assertEquals(Chunker.ChunkSize.DEFAULT, Chunker.ChunkSize.named("an unknown name"));
        assertEquals(50, new Chunker.ChunkSize(100, 90).overlap());
    }

    @Test
    void a_curated_bullet_and_a_heading_are_chunks_of_their_own() {
        String text = "# Build\nWith Maven.\n\n- Use tabs.\n  Always.\n- No snapshots.\n## Tests\n- Run them.\n";
        List<Chunker.TextChunk> chunks = Chunker.curated(text, Chunker.ChunkSize.DEFAULT);
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
                chunks.stream().map(Chunker.TextChunk::lead).toList());
        assertEquals(new Chunker.TextChunk(4, 5, 21, 43, "Build"), chunks.get(1));
    }

    @Test
    void bullets_in_a_code_fence_are_not_chunks() {
        assertEquals(
                1,
                Chunker.curated("- a\n```\n- not one\n# nor this\n```\n", Chunker.ChunkSize.DEFAULT)
                        .size());
    }

    @Test
    void curated_files_are_recognised_by_their_names() {
        assertTrue(Chunker.isCurated("MEMORY.md"));
        assertTrue(Chunker.isCurated("topics/feedback_review.md"));
        assertTrue(Chunker.isCurated("memory/2026-04-05.md"));
        assertFalse(Chunker.isCurated("memory/notes.md"));
        assertTrue(Chunker.isBareHeading("## Topics\n") && !Chunker.isBareHeading("## Topics\n- one"));
    }

    @Test
    void every_text_is_covered_without_gaps_and_no_chunk_is_too_large() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            String text = text(random);
            for (List<Chunker.TextChunk> chunks : List.of(
                    Chunker.plain(text, Chunker.ChunkSize.DEFAULT), Chunker.curated(text, Chunker.ChunkSize.DEFAULT))) {
                int covered = 0;
                for (Chunker.TextChunk chunk : chunks) {
                    assertTrue(chunk.start() <= covered && chunk.end() > covered, "seed " + seed);
                    assertTrue(
                            ChunkTokens.estimate(text, chunk.start(), chunk.end())
                                    <= Chunker.ChunkSize.DEFAULT.tokens(),
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
