package dev.throughline.search;

import dev.throughline.model.ProxyException;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** Chunks looked at in one step: as many as are known from before are taken at once. */
    private static final int STEP = 64;

    /** Where the work comes from and goes to. */
    interface Work {
        /** The next chunks that wait, or none when all is done; may do other pending work first. */
        List<Entry> next(int most) throws IOException;

        void attach(Map<String, float[]> vectors) throws IOException;
    }

    private final Embedder embedder;
    private final QueryVectors vectors;
    private final VectorCache cache;
    private final Work work;
    private final WritingThread thread = new WritingThread("search-embed");
    private final AtomicBoolean isAwake = new AtomicBoolean();

    Backfill(Embedder embedder, QueryVectors vectors, VectorCache cache, Work work) {
        this.embedder = embedder;
        this.vectors = vectors;
        this.cache = cache;
        this.work = work;
    }

    /** Says that there may be something to do. */
    void wake() {
        if (isAwake.compareAndSet(false, true)) {
            thread.later(Duration.ZERO, this::step);
        }
    }

    private void step() {
        // Before the look, so that what is put after it wakes us again.
        isAwake.set(false);
        try {
            List<Entry> entries = work.next(STEP);
            if (!entries.isEmpty()) {
                work.attach(embed(entries));
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
                : new ProxyException(ProxyException.Kind.STORE, "embedding_failed", "embedding stopped: " + e, e);
        Duration pause = vectors.failed(trouble);
        log.warn("embedding failed, next try in {} s: {}", pause.toSeconds(), trouble.sentence(), e);
        thread.later(pause, this::wake);
    }

    private Map<String, float[]> embed(List<Entry> entries) throws IOException {
        Map<String, float[]> done = new HashMap<>();
        List<Entry> unknown = new ArrayList<>();
        for (Entry entry : entries) {
            Optional<float[]> known = cache.find(embedder.name(), entry.embedded());
            known.ifPresentOrElse(vector -> done.put(entry.key(), vector), () -> unknown.add(entry));
        }
        List<Entry> batch = unknown.subList(0, Math.min(unknown.size(), embedder.batch()));
        if (batch.isEmpty()) {
            return done;
        }
        List<float[]> made = embedder.documents(batch.stream().map(Entry::embedded).toList());
        vectors.worked();
        for (int i = 0; i < batch.size(); i++) {
            float[] vector = hasDirection(made.get(i)) ? made.get(i) : new float[0];
            cache.keep(embedder.name(), batch.get(i).embedded(), vector);
            done.put(batch.get(i).key(), vector);
        }
        return done;
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
