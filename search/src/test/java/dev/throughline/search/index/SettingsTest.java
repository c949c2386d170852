package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.embed.LocalModel;
import dev.throughline.search.text.Chunks;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class SettingsTest {
    private static Settings.Measure measure(int tokens) {
        return new Settings.Measure(new Chunks.Measure(tokens, 80), 4, 700, 0);
    }

    @Test
    void a_chunk_is_never_longer_than_what_the_embedder_reads() {
        BagOfWords reads512 = new BagOfWords("a:1");
        Settings wished = new Settings(reads512, InstantSource.system(), measure(2_000));
        assertEquals(new Chunks.Measure(410, 80), wished.recipe().measure());
        Settings byWords = new Settings(null, InstantSource.system(), measure(2_000));
        assertEquals(new Chunks.Measure(2_000, 80), byWords.recipe().measure());
    }

    @Test
    void the_usual_chunks_are_what_the_local_model_reads() {
        try (LocalModel model = LocalModel.bgeSmall()) {
            assertEquals(Chunks.Measure.USUAL, Settings.with(model).recipe().measure());
        }
    }
}
