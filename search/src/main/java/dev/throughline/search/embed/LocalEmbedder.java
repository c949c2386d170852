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
import java.util.ArrayList;
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
    private static final int MAX_CONCURRENT = 2;
    private static final int BATCH = 8;

    private final LocalModel model;
    private final Semaphore places = new Semaphore(MAX_CONCURRENT, /* fair= */ true);
    private @Nullable Loaded loaded;

    public LocalEmbedder(LocalModel model) {
        this.model = model;
    }

    public static LocalEmbedder bgeSmall() {
        return new LocalEmbedder(LocalModel.BGE_SMALL);
    }

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
        return "local:" + model.name();
    }

    @Override
    public int maxTokens() {
        return model.maxTokens();
    }

    @Override
    public Optional<Nearness> nearness() {
        return Optional.of(model.nearness());
    }

    @Override
    public int batch() {
        return BATCH;
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            vectors.add(embed(model.documentPrefix() + text));
        }
        return vectors;
    }

    @Override
    public float[] query(String text) {
        return embed(model.queryPrefix() + text);
    }

    private float[] embed(String text) {
        Loaded running = load();
        long[] numbers = running.tokenizer.encode(text, model.maxTokens());
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
                OnnxTensor states = (OnnxTensor) result.get(0);
                return pool(states.getFloatBuffer(), numbers.length);
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    /** The vector of a text: that of its first token, or the mean of all, depending on the model. */
    private float[] pool(FloatBuffer states, int rows) {
        int width = states.remaining() / rows;
        float[] vector = new float[width];
        int used = model.usesMean() ? rows : 1;
        for (int row = 0; row < used; row++) {
            for (int i = 0; i < width; i++) {
                vector[i] += states.get(row * width + i);
            }
        }
        return Vectors.unit(vector);
    }

    private synchronized Loaded load() {
        if (loaded == null) {
            loaded = model.load();
        }
        return loaded;
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

    /** The session and the tokenizer of a loaded model. */
    private record Loaded(OrtEnvironment runtime, OrtSession session, WordPieceTokenizer tokenizer) {}

    /** A model: its files, the prefixes of its input, and how its output is read. */
    public record LocalModel(
            String name,
            String queryPrefix,
            String documentPrefix,
            int maxTokens,
            boolean usesMean,
            Nearness nearness) {
        /** Without the instruction for queries, with which search found less; see docs/search.md. */
        static final LocalModel BGE_SMALL =
                new LocalModel("bge-small-en-v1.5-q", "", "", 512, /* usesMean= */ false, new Nearness(0.65, 0.7));

        private Loaded load() {
            try (InputStream vocabulary = open(name + "-tokenizer.json");
                    InputStream weights = open(name + ".onnx");
                    OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
                options.setIntraOpNumThreads(1);
                options.setInterOpNumThreads(1);
                OrtEnvironment runtime = OrtEnvironment.getEnvironment();
                return new Loaded(
                        runtime,
                        runtime.createSession(weights.readAllBytes(), options),
                        WordPieceTokenizer.read(vocabulary));
            } catch (IOException | OrtException | LinkageError e) {
                throw new ProxyException(
                        ProxyException.Kind.STORE,
                        "embedding_unavailable",
                        "the model " + name + " cannot be loaded on this system: " + e,
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
    }
}
