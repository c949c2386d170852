package dev.throughline.search.index;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import dev.throughline.search.embed.Vectors;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds vectors to chunks in the background, the newest chunks first, one batch after the other.
 *
 * <p>It runs when it is woken and ends its thread when there is nothing to do. After a failure of the embedder, which
 * the status reports, it pauses, longer each time.
 */
final class Backfill {
    private static final Logger log = LoggerFactory.getLogger(Backfill.class);

    /** Chunks of one step. */
    private static final int FIRST_STEP = 64;

    /** Chunks of one step when steps are quick, as with cached vectors: each step costs a refresh. */
    private static final int MAX_STEP = 2_048;

    private static final Duration QUICK = Duration.ofMillis(500);

    /** The weight of a lead beside its text; see docs/search.md. A change needs a new {@code ChunkSize.name}. */
    private static final float LEAD = 0.3f;

    /** The chunks without vectors. */
    interface WaitingChunks {
        /** The next chunks without vectors, none if there are no more; may do other pending work first. */
        List<IndexedChunk> next(int most) throws IOException;

        void attach(Map<String, float[]> vectors) throws IOException;
    }

    private final Embedder embedder;
    private final QueryEmbedder vectors;
    private final VectorCache cache;
    private final WaitingChunks chunks;
    private final WriterThread thread = new WriterThread("search-embed");
    private final AtomicBoolean isAwake = new AtomicBoolean();
    private volatile boolean isPaused;
    private int step = FIRST_STEP;

    Backfill(Embedder embedder, QueryEmbedder vectors, VectorCache cache, WaitingChunks chunks) {
        this.embedder = embedder;
        this.vectors = vectors;
        this.cache = cache;
        this.chunks = chunks;
    }

    /** Starts a step, unless there is a pause after a failure. */
    void wake() {
        if (!isPaused && isAwake.compareAndSet(false, true)) {
            thread.later(Duration.ZERO, this::step);
        }
    }

    private void step() {
        // Reset before reading, so that a document that is put later starts another step.
        isAwake.set(false);
        try {
            List<IndexedChunk> entries = chunks.next(step);
            if (!entries.isEmpty()) {
                long start = System.nanoTime();
                chunks.attach(embed(entries));
                boolean isQuick = System.nanoTime() - start < QUICK.toNanos();
                step = Math.clamp(isQuick ? 2L * step : step / 2, FIRST_STEP, MAX_STEP);
                wake();
            }
        } catch (IOException | RuntimeException e) {
            pause(e);
        }
    }

    /** Pauses after any failure: the chunks stay without vectors, and the status says why. */
    private void pause(Exception e) {
        ProxyException trouble = e instanceof ProxyException known
                ? known
                : new ProxyException(
                        ProxyException.Kind.STORE, "embedding_failed", "embedding stopped: " + Cause.words(e), e);
        Duration pause = vectors.failed(trouble);
        log.warn("embedding failed, next try in {} s: {}", pause.toSeconds(), trouble.sentence());
        log.debug("embedding failed", e);
        isPaused = true;
        thread.later(pause, this::resume);
    }

    private void resume() {
        isPaused = false;
        wake();
    }

    /** The vectors of those chunks that are cached or in one batch of the embedder. */
    private Map<String, float[]> embed(List<IndexedChunk> entries) throws IOException {
        Map<String, float[]> known = new HashMap<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (IndexedChunk entry : entries) {
            for (String text : texts(entry)) {
                Optional<float[]> before = cache.find(embedder.name(), text);
                before.ifPresentOrElse(vector -> known.put(text, vector), () -> unknown.add(text));
            }
        }
        List<String> batch = unknown.stream().limit(embedder.batch()).toList();
        if (!batch.isEmpty()) {
            List<float[]> made = embedder.documents(batch);
            vectors.worked();
            for (int i = 0; i < batch.size(); i++) {
                float[] vector = Vectors.hasDirection(made.get(i)) ? made.get(i) : new float[0];
                cache.keep(embedder.name(), batch.get(i), vector);
                known.put(batch.get(i), vector);
            }
        }
        Map<String, float[]> done = new HashMap<>();
        for (IndexedChunk entry : entries) {
            if (known.keySet().containsAll(texts(entry))) {
                done.put(entry.key(), mixed(texts(entry), known));
            }
        }
        return done;
    }

    private static List<String> texts(IndexedChunk entry) {
        return entry.lead().isBlank()
                ? List.of(entry.embedded())
                : List.of(entry.embedded(), entry.lead().strip());
    }

    /** The vector of the text plus a part of that of its lead. */
    private static float[] mixed(List<String> texts, Map<String, float[]> known) {
        float[] vector = Objects.requireNonNull(known.get(texts.getFirst())).clone();
        float[] lead = Objects.requireNonNull(known.get(texts.getLast()));
        if (texts.size() > 1 && lead.length == vector.length) {
            for (int i = 0; i < vector.length; i++) {
                vector[i] += LEAD * lead[i];
            }
        }
        return Vectors.unit(vector);
    }

    /** Waits for the running batch. */
    void close() throws IOException {
        thread.close();
        cache.close();
    }
}
