package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.MemoryPath;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlugTest {
    @Test
    void a_title_becomes_a_name() {
        assertEquals("fix_the_cafe_s_build", Slug.of("  Fix the Café's build!  "));
        assertEquals("日本語_メモ", Slug.of("日本語 メモ"));
        assertEquals("untitled", Slug.of("../../"));
    }

    @Test
    void any_text_makes_a_valid_path() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = 0; j < random.nextInt(80); j++) {
                text.appendCodePoint(random.nextInt(4) == 0 ? random.nextInt(0x10FFFF) : random.nextInt(128));
            }
            assertTrue(MemoryPath.isPath("topics/" + Slug.of(text.toString()) + ".md"), "seed " + seed + ": " + text);
        }
    }
}
