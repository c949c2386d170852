package dev.throughline.search.index;

import dev.throughline.search.text.Chunker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How a generation was made: two generations of one recipe can be read in the same way.
 *
 * <p>Kept as the file {@code recipe} in the generation's folder, three lines: how texts are cut, how words are indexed,
 * and which embedder made the vectors.
 */
record IndexFormat(String chunks, String words, String embedder) {
    private static final String FILE = "recipe";

    /** What this version of the code makes of texts. */
    static IndexFormat with(Chunker.ChunkSize measure, String embedder) {
        return new IndexFormat(measure.name(), IndexedChunk.VERSION, embedder);
    }

    /** How long its chunks are: a generation goes on as it was begun. */
    Chunker.ChunkSize chunkSize() {
        return Chunker.ChunkSize.named(chunks);
    }

    /** Whether a chunk of the one has the same vector in the other, so that it need not be made again. */
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
