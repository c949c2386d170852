package dev.throughline.gateway.upstream;

import dev.throughline.gateway.coding.ContentCodings;
import dev.throughline.model.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A look at the beginning of a reply, before anyone decides whether the client gets it.
 *
 * <p>The turn's thread waits; the event loop shows what is there as soon as that is enough.
 */
final class Peek {
    private final int mostBytes;
    private final CompletableFuture<byte[]> shown = new CompletableFuture<>();

    Peek(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    int mostBytes() {
        return mostBytes;
    }

    // The event loop's side.

    boolean isOver() {
        return shown.isDone();
    }

    void show(Batch batch) {
        shown.complete(batch.first(mostBytes));
    }

    // The turn's side.

    /**
     * Waits for what is shown, as it came.
     *
     * @param onPatience called when it took too long; makes the event loop show what is there
     */
    byte[] await(Duration patience, Runnable onPatience) {
        try {
            return shown.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            onPatience.run();
            return shown.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            onPatience.run();
            return shown.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("expected a look that cannot fail, found that it did", e);
        }
    }

    /** What was shown, without its encoding, as far as it can be undone: the end of it may be missing. */
    Bytes plain(byte[] raw, @Nullable String coding) {
        if (coding == null) {
            return Bytes.of(raw);
        }
        try (InputStream undone = ContentCodings.undone(new ByteArrayInputStream(raw), coding)) {
            return Bytes.of(undone.readNBytes(mostBytes));
        } catch (IOException e) {
            throw new UncheckedIOException("expected bytes in memory, found some that fail", e);
        }
    }
}
