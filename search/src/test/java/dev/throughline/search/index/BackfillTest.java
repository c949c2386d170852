package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import dev.throughline.search.embed.Vectors;
import dev.throughline.search.text.Chunker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BackfillTest {
    @TempDir
    Path folder;

    /** Records the texts that it embeds. */
    private static final class RecordingEmbedder implements Embedder {
        final BagOfWords inner = new BagOfWords("a:1");
        final List<String> texts = Collections.synchronizedList(new ArrayList<>());

        @Override
        public String name() {
            return inner.name();
        }

        @Override
        public int maxTokens() {
            return inner.maxTokens();
        }

        @Override
        public int batch() {
            return 1;
        }

        @Override
        public List<float[]> documents(List<String> asked) {
            List<float[]> vectors = inner.documents(asked);
            texts.addAll(asked);
            return vectors;
        }

        @Override
        public float[] query(String text) {
            return inner.query(text);
        }

        @Override
        public void close() {}
    }

    /** Chunks in memory, in the order in which they are to be embedded. */
    private static final class InMemoryChunks implements Backfill.WaitingChunks {
        final Map<String, IndexedChunk> waiting = Collections.synchronizedMap(new LinkedHashMap<>());
        final AtomicInteger reads = new AtomicInteger();
        final Map<String, float[]> done = Collections.synchronizedMap(new LinkedHashMap<>());

        void add(SearchDocument document) {
            IndexedChunk.of(document, 1, Chunker.ChunkSize.DEFAULT).forEach(entry -> waiting.put(entry.key(), entry));
        }

        @Override
        public List<IndexedChunk> next(int most) {
            reads.incrementAndGet();
            synchronized (waiting) {
                return waiting.values().stream().limit(most).toList();
            }
        }

        @Override
        public void attach(Map<String, float[]> vectors) {
            done.putAll(vectors);
            waiting.keySet().removeAll(vectors.keySet());
        }
    }

    private final RecordingEmbedder embedder = new RecordingEmbedder();
    private final InMemoryChunks chunks = new InMemoryChunks();

    private Backfill backfill() throws IOException {
        VectorCache cache = new VectorCache(folder.resolve("cache"), 100);
        return new Backfill(embedder, new QueryEmbedder(embedder, InstantSource.system()), cache, chunks);
    }

    private void run() throws IOException {
        Backfill backfill = backfill();
        backfill.wake();
        Waiting.until(() -> chunks.waiting.isEmpty());
        backfill.close();
    }

    @Test
    void a_cached_text_is_not_embedded_again_even_after_a_restart() throws IOException {
        chunks.add(SearchDocument.of(SearchScope.MEMORY, "a", "pears"));
        chunks.add(SearchDocument.of(SearchScope.MEMORY, "b", "pears"));
        run();
        chunks.add(SearchDocument.of(SearchScope.MEMORY, "c", "pears"));
        run();
        assertEquals(List.of("pears"), embedder.texts);
        assertEquals(3, chunks.done.size());
    }

    @Test
    void the_lead_of_a_document_is_added_to_its_vector_with_a_small_weight() throws IOException {
        chunks.add(SearchDocument.of(SearchScope.SESSIONS, "a", "yes, tomorrow").after("shall we buy a canoe?"));
        run();
        float[] text = embedder.query("yes, tomorrow");
        float[] lead = embedder.query("shall we buy a canoe?");
        float[] sum = text.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += 0.3f * lead[i];
        }
        assertArrayEquals(Vectors.unit(sum), chunks.done.values().iterator().next(), 1e-6f);
    }

    @Test
    void a_text_without_words_gets_an_empty_vector_and_stops_waiting() throws IOException {
        chunks.add(SearchDocument.of(SearchScope.MEMORY, "a", "?!"));
        run();
        assertEquals(0, chunks.done.values().iterator().next().length);
    }

    @Test
    void after_a_failure_the_chunks_are_embedded_later() throws IOException {
        embedder.inner.isDown = true;
        chunks.add(SearchDocument.of(SearchScope.MEMORY, "a", "pears"));
        Backfill backfill = backfill();
        backfill.wake();
        embedder.inner.isDown = false;
        Waiting.until(() -> chunks.waiting.isEmpty());
        backfill.close();
        assertEquals(List.of("pears"), embedder.texts);
    }

    @Test
    void wake_does_not_call_the_embedder_during_the_pause_after_a_failure() throws IOException {
        embedder.inner.isDown = true;
        chunks.add(SearchDocument.of(SearchScope.MEMORY, "a", "pears"));
        QueryEmbedder vectors = new QueryEmbedder(embedder, InstantSource.system());
        Backfill backfill = new Backfill(embedder, vectors, new VectorCache(folder.resolve("cache"), 100), chunks);
        for (int i = 0; i < 4; i++) {
            vectors.failed(new ProxyException(ProxyException.Kind.UPSTREAM, "embedding_failed", "the embedder pauses"));
        }
        backfill.wake();
        Waiting.until(() -> chunks.reads.get() == 1);
        Waiting.until(
                () -> vectors.trouble().filter(why -> !why.contains("pauses")).isPresent());
        for (int i = 0; i < 100; i++) {
            backfill.wake();
        }
        backfill.close();
        assertEquals(1, chunks.reads.get());
    }

    @Test
    void memory_is_embedded_before_conversations_and_tool_results_are_never_embedded() {
        embedder.inner.isDown = true;
        try (SearchIndex index = SearchIndex.open(folder.resolve("i"), IndexSettings.with(embedder))) {
            index.put(SearchDocument.of(SearchScope.SESSIONS, "s1", "an old conversation"));
            index.put(SearchDocument.of(SearchScope.SESSIONS, "s2", "a newer conversation"));
            index.put(SearchDocument.of(SearchScope.ARCHIVE, "t1", "a tool answered 4711"));
            index.put(SearchDocument.of(SearchScope.MEMORY, "m1", "a note"));
            assertEquals(3, index.status().waiting());
            assertEquals(3, index.search(SearchQuery.of("4711")).waiting());
            embedder.inner.isDown = false;
            Waiting.untilEmbedded(index);
            assertEquals(List.of("a note", "a newer conversation", "an old conversation"), embedder.texts);
        }
    }

    @Test
    void a_tool_result_is_found_by_keyword_among_embedded_documents() {
        try (SearchIndex index = SearchIndex.open(folder.resolve("i"), IndexSettings.with(embedder))) {
            index.put(SearchDocument.of(SearchScope.ARCHIVE, "t1", "exit code 4711 at src/Main.java"));
            for (int i = 0; i < 30; i++) {
                index.put(SearchDocument.of(
                        SearchScope.SESSIONS, "s" + i, "we talked about the exit and a code, number " + i));
            }
            Waiting.untilEmbedded(index);
            assertTrue(index.search(SearchQuery.of("exit code 4711")).hits().stream()
                    .anyMatch(hit -> hit.id().equals("t1")));
            embedder.inner.isDown = true;
            assertEquals(
                    "ok",
                    index.search(SearchQuery.of("what is 4711?").in(SearchScope.ARCHIVE))
                            .status()
                            .word(),
                    "this search needs no vector");
            assertTrue(embedder.texts.stream().noneMatch(text -> text.contains("4711")));
        }
    }
}
