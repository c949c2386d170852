package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.embed.LocalEmbedder;
import dev.throughline.search.text.Chunker;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class IndexSettingsTest {
    private static IndexSettings.Sizes sizes(int tokens) {
        return new IndexSettings.Sizes(new Chunker.ChunkSize(tokens, 80), 4, 700, 0);
    }

    @Test
    void a_chunk_is_at_most_as_long_as_the_input_of_the_embedder() {
        BagOfWords reads512 = new BagOfWords("a:1");
        IndexSettings limited = new IndexSettings(reads512, InstantSource.system(), sizes(2_000));
        assertEquals(new Chunker.ChunkSize(410, 80), limited.format().chunkSize());
        IndexSettings withoutEmbedder = new IndexSettings(null, InstantSource.system(), sizes(2_000));
        assertEquals(new Chunker.ChunkSize(2_000, 80), withoutEmbedder.format().chunkSize());
    }

    @Test
    void the_default_chunk_size_fits_the_local_model() {
        try (LocalEmbedder model = new LocalEmbedder()) {
            assertEquals(
                    Chunker.ChunkSize.DEFAULT,
                    IndexSettings.with(model).format().chunkSize());
        }
    }
}
