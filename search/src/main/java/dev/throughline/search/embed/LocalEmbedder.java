package dev.throughline.search.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A small model that runs inside this process. Its weights are in a library jar, so nothing is downloaded.
 *
 * <p>The weights, 34 MB on disk and about 250 MB in memory, are loaded with the first text. All callers share one
 * session; a call uses one core, and at most {@value #MAX_CONCURRENT} run at the same time. Each text is run by itself:
 * the weights have eight bits and are scaled by the input, so that in a batch the vector of a text would depend on the
 * other texts, and padding costs more than a batch saves on a CPU.
 */
public final class LocalEmbedder implements Embedder {
    private static final String MODEL = "bge-small-en-v1.5-q";
    private static final int MAX_TOKENS = 512;
    private static final Nearness NEARNESS = new Nearness(0.65, 0.7);
    private static final int MAX_CONCURRENT = 2;
    private static final int BATCH = 8;

    private final Semaphore places = new Semaphore(MAX_CONCURRENT, /* fair= */ true);
    private @Nullable Loaded loaded;

    /** The session and the tokenizer of the loaded model. */
    private record Loaded(OrtEnvironment runtime, OrtSession session, WordPieceTokenizer tokenizer) {}

    /** Whether the native library can be loaded on this system; does not load the model. */
    public boolean runsHere() {
        try {
            return OrtEnvironment.getEnvironment() != null;
        } catch (LinkageError e) {
            return false;
        }
    }

    /** Whether the weights are in memory. */
    synchronized boolean isLoaded() {
        return loaded != null;
    }

    @Override
    public String name() {
        return "local:" + MODEL;
    }

    @Override
    public int maxTokens() {
        return MAX_TOKENS;
    }

    @Override
    public Optional<Nearness> nearness() {
        return Optional.of(NEARNESS);
    }

    @Override
    public int batch() {
        return BATCH;
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        return texts.stream().map(this::query).toList();
    }

    /** Without the model's instruction for queries, with which search found less; see docs/search.md. */
    @Override
    public float[] query(String text) {
        Loaded running = load();
        long[] numbers = running.tokenizer.encode(text, MAX_TOKENS);
        places.acquireUninterruptibly();
        try {
            return run(running, numbers);
        } catch (OrtException e) {
            throw failed(e);
        } finally {
            places.release();
        }
    }

    private float[] run(Loaded running, long[] numbers) throws OrtException {
        long[] shape = {1, numbers.length};
        long[] ones = new long[numbers.length];
        Arrays.fill(ones, 1);
        Map<String, OnnxTensor> inputs = new HashMap<>();
        try {
            inputs.put("input_ids", OnnxTensor.createTensor(running.runtime, LongBuffer.wrap(numbers), shape));
            inputs.put("attention_mask", OnnxTensor.createTensor(running.runtime, LongBuffer.wrap(ones), shape));
            inputs.put(
                    "token_type_ids",
                    OnnxTensor.createTensor(running.runtime, LongBuffer.wrap(new long[numbers.length]), shape));
            try (OrtSession.Result result = running.session.run(inputs)) {
                FloatBuffer states = ((OnnxTensor) result.get(0)).getFloatBuffer();
                // The state of the first token is the vector of the text.
                float[] vector = new float[states.remaining() / numbers.length];
                states.get(vector);
                return Vectors.unit(vector);
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    private synchronized Loaded load() {
        if (loaded != null) {
            return loaded;
        }
        try (InputStream vocabulary = open(MODEL + "-tokenizer.json");
                InputStream weights = open(MODEL + ".onnx");
                OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            OrtEnvironment runtime = OrtEnvironment.getEnvironment();
            OrtSession session = runtime.createSession(weights.readAllBytes(), options);
            loaded = new Loaded(runtime, session, WordPieceTokenizer.read(vocabulary));
            return loaded;
        } catch (IOException | OrtException | LinkageError e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "embedding_unavailable",
                    "the model " + MODEL + " cannot be loaded on this system: " + e,
                    e);
        }
    }

    private static InputStream open(String file) throws IOException {
        InputStream stream = LocalEmbedder.class.getResourceAsStream("/" + file);
        if (stream == null) {
            throw new IOException("expected " + file + " in a library of weights, found none");
        }
        return stream;
    }

    /** Frees the weights; the next text loads them again. */
    @Override
    public synchronized void close() {
        if (loaded == null) {
            return;
        }
        places.acquireUninterruptibly(MAX_CONCURRENT);
        try {
            loaded.session.close();
            loaded = null;
        } catch (OrtException e) {
            throw failed(e);
        } finally {
            places.release(MAX_CONCURRENT);
        }
    }

    private static ProxyException failed(Exception cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "embedding_failed",
                "the model inside this process did not answer: " + cause.getMessage(),
                cause);
    }
}
