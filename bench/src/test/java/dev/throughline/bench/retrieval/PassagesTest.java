package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.text.Chunker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PassagesTest {
    @TempDir
    Path data;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(data.resolve("retrieval"));
        Files.createDirectories(data.resolve("trajectories"));
        JudgedCorpusTest.write(
                data.resolve("retrieval/a.jsonl.gz"), "{\"kind\":\"corpus\",\"id\":1,\"text\":\"a short text\"}\n");
        String said = IntStream.range(0, 2_000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
        JudgedCorpusTest.write(data.resolve("trajectories/b.jsonl.gz"), """
            {"messages":[{"role":"user","content":"%s"},{"role":"user","content":"%s"},{"role":"tool","content":null}]}
            """.formatted(said, said));
    }

    @Test
    void passages_are_distinct_and_each_is_one_chunk_of_the_index() throws IOException {
        List<SearchDocument> passages = Passages.read(data, 1_000);
        assertEquals("a short text", passages.getFirst().text());
        assertEquals(
                passages.size(),
                passages.stream().map(SearchDocument::text).distinct().count());
        assertEquals(
                passages.size(),
                passages.stream().map(SearchDocument::id).distinct().count());
        assertTrue(passages.size() > 20, passages.size() + " passages; repeated reads cut the text at other positions");
        for (SearchDocument passage : passages) {
            assertEquals(
                    1, Chunker.plain(passage.text(), Chunker.ChunkSize.DEFAULT).size());
        }
    }

    @Test
    void no_more_passages_are_read_than_requested() throws IOException {
        assertEquals(5, Passages.read(data, 5).size());
    }
}
