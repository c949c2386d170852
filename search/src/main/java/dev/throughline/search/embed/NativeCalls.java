package dev.throughline.search.embed;

import ai.onnxruntime.OrtException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs calls into a native library on threads with a large stack.
 *
 * <p>The kernels of the ONNX runtime for processors with AVX-512 use more than 2 MB of the stack of their caller. A
 * Java thread has 1 MB or less, and a native call that exceeds it ends the whole process. Only pages that are used cost
 * memory. The threads are daemons and end when they have been idle for a minute. Safe for use by many threads.
 */
final class NativeCalls {
    /** More than five times what was measured. */
    static final long STACK_BYTES = 16L << 20;

    private final ExecutorService threads = Executors.newCachedThreadPool(NativeCalls::thread);

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "search-model", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /** A call into the library. */
    interface Call<T> {
        T run() throws OrtException;
    }

    /** Makes a call and waits for its result. An interrupt of the caller is noticed afterwards. */
    <T> T call(Call<T> call) throws OrtException {
        Future<T> future = threads.submit(call::run);
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                } catch (ExecutionException e) {
                    throw unwrapped(Objects.requireNonNull(e.getCause()));
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static OrtException unwrapped(Throwable cause) {
        return switch (cause) {
            case OrtException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(cause);
        };
    }
}
