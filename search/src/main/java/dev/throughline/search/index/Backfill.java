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
 * Gives chunks their vectors in the background, those put last first, one batch after the other.
 *
 * <p>It sleeps until it is woken and ends its thread when there is nothing to do. A failure of the embedder is
 * remembered for the status, and the next try waits longer each time.
 */
final class Backfill {
    private static final Logger log = LoggerFactory.getLogger(Backfill.class);

    /** Chunks looked at in one step. */
    private static final int FIRST_STEP = 64;

    /** Grown to while steps are quick, as they are when texts are known from before: each step costs a refresh. */
    private static final int MAX_STEP = 2_048;

    private static final Duration QUICK = Duration.ofMillis(500);

    /** How much a lead weighs beside its text; see docs/search.md. When it changes, so must {@code Chunker.VERSION}. */
    private static final float LEAD = 0.3f;

    /** Where the work comes from and goes to. */
    interface Work {
        /** The next chunks that wait, or none when all is done; may do other pending work first. */
        List<IndexedChunk> next(int most) throws IOException;

        void attach(Map<String, float[]> vectors) throws IOException;
    }

    private final Embedder embedder;
    private final QueryEmbedder vectors;
    private final VectorCache cache;
    private final Work work;
    private final WriterThread thread = new WriterThread("search-embed");
    private final AtomicBoolean isAwake = new AtomicBoolean();
    private volatile boolean isPaused;
    private int step = FIRST_STEP;

    Backfill(Embedder embedder, QueryEmbedder vectors, VectorCache cache, Work work) {
        this.embedder = embedder;
        this.vectors = vectors;
        this.cache = cache;
        this.work = work;
    }

    /** Says that there may be something to do; who has just failed is left alone first. */
    void wake() {
        if (!isPaused && isAwake.compareAndSet(false, true)) {
            thread.later(Duration.ZERO, this::step);
        }
    }

    private void step() {
        // Before the look, so that what is put after it wakes us again.
        isAwake.set(false);
        try {
            List<IndexedChunk> entries = work.next(step);
            if (!entries.isEmpty()) {
                long start = System.nanoTime();
                work.attach(embed(entries));
                boolean isQuick = System.nanoTime() - start < QUICK.toNanos();
                step = Math.clamp(isQuick ? 2L * step : step / 2, FIRST_STEP, MAX_STEP);
                wake();
            }
        } catch (IOException | RuntimeException e) {
            pause(e);
        }
    }

    /** Whatever it was, the chunks wait, words go on, the status says why, and it is tried again. */
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

    /** The vectors of as many of these chunks as one batch gives; texts known from before cost nothing. */
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
                float[] vector = hasDirection(made.get(i)) ? made.get(i) : new float[0];
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

    /** The vector of the text, turned a little towards that of its lead. */
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

    /** A vector of zeros, or of what is no number, points nowhere and cannot be compared. */
    private static boolean hasDirection(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        return sum > 0 && Double.isFinite(sum);
    }

    /** Waits for the batch that is under way. */
    void close() throws IOException {
        thread.close();
        cache.close();
    }
}
