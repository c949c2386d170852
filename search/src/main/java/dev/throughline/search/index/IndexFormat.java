package dev.throughline.search.index;

import dev.throughline.search.text.Chunker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The format of a generation.
 *
 * <p>Stored as the file {@code recipe} in the generation's folder, three lines: how texts are split into chunks, how
 * words are indexed, and which embedder made the vectors.
 */
record IndexFormat(String chunks, String words, String embedder) {
    private static final String FILE = "recipe";

    /** The format that this version writes. */
    static IndexFormat with(Chunker.ChunkSize size, String embedder) {
        return new IndexFormat(size.name(), IndexedChunk.VERSION, embedder);
    }

    /** The chunk size of the generation, also for documents that are added later. */
    Chunker.ChunkSize chunkSize() {
        return Chunker.ChunkSize.named(chunks);
    }

    /** Whether chunks have the same vectors in both formats, so that they can be copied. */
    boolean hasVectorsOf(IndexFormat other) {
        return chunks.equals(other.chunks) && embedder.equals(other.embedder);
    }

    static IndexFormat read(Path generation) throws IOException {
        List<String> lines = Files.readAllLines(generation.resolve(FILE), StandardCharsets.UTF_8);
        if (lines.size() != 3) {
            throw new IOException("expected a recipe of 3 lines in " + generation + ", found " + lines.size());
        }
        return new IndexFormat(lines.get(0), lines.get(1), lines.get(2));
    }

    void write(Path generation) throws IOException {
        PrivateDirectory.write(generation.resolve(FILE), chunks + "\n" + words + "\n" + embedder + "\n");
    }
}
