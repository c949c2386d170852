package dev.throughline.search.embed;

import ai.onnxruntime.OrtEnvironment;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The one ONNX Runtime of this process.
 *
 * <p>When it starts, ONNX Runtime matches the command line of the process with a regular expression that recurses for
 * every character. On a stack of 1 MB it overflows at about 3,000 characters, and a native overflow ends the whole
 * process. A prompt on the command line of {@code run} is easily that long, and so is a class path. So the runtime is
 * started on a thread whose stack is large enough for the longest command line that the system allows; only the part
 * that is used costs memory.
 */
final class NativeRuntime {
    /** Linux allows 2 MiB of arguments, and a character was seen to take 350 bytes of stack. */
    private static final long STACK_BYTES = 1L << 30;

    private static final FutureTask<OrtEnvironment> STARTING = new FutureTask<>(OrtEnvironment::getEnvironment);

    private NativeRuntime() {}

    /**
     * Starts the runtime, or returns the one that was started.
     *
     * @throws LinkageError if the native library does not run on this system
     */
    static OrtEnvironment environment() {
        if (!STARTING.isDone()) {
            Thread thread = new Thread(null, STARTING, "throughline-onnx-start", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
        }
        try {
            return STARTING.get();
        } catch (ExecutionException e) {
            throw new LinkageError("ONNX Runtime does not start", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LinkageError("the wait for ONNX Runtime was interrupted", e);
        }
    }
}
