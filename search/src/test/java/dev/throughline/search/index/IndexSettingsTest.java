package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.embed.LocalEmbedder;
import dev.throughline.search.text.Chunker;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class IndexSettingsTest {
    private static IndexSettings.Sizes measure(int tokens) {
        return new IndexSettings.Sizes(new Chunker.ChunkSize(tokens, 80), 4, 700, 0);
    }

    @Test
    void a_chunk_is_never_longer_than_what_the_embedder_reads() {
        BagOfWords reads512 = new BagOfWords("a:1");
        IndexSettings wished = new IndexSettings(reads512, InstantSource.system(), measure(2_000));
        assertEquals(new Chunker.ChunkSize(410, 80), wished.format().chunkSize());
        IndexSettings byWords = new IndexSettings(null, InstantSource.system(), measure(2_000));
        assertEquals(new Chunker.ChunkSize(2_000, 80), byWords.format().chunkSize());
    }

    @Test
    void the_usual_chunks_are_what_the_local_model_reads() {
        try (LocalEmbedder model = LocalEmbedder.bgeSmall()) {
            assertEquals(
                    Chunker.ChunkSize.DEFAULT,
                    IndexSettings.with(model).format().chunkSize());
        }
    }
}
