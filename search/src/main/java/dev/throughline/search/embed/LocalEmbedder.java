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
 * A small model that runs inside this process: its weights lie in a library jar, so nothing is downloaded.
 *
 * <p>The weights, 34 MB and some 250 MB once loaded, are read at the first text and not before. There is one session
 * for all callers; a call uses one core, and at most {@value #MAX_CONCURRENT} run at once. Texts are never put together
 * into one run: the weights are eight-bit and scale with what they meet, so that a text's vector would depend on its
 * neighbours, and padding costs more than a batch saves on a processor.
 */
public final class LocalEmbedder implements Embedder {
    private static final int MAX_CONCURRENT = 2;
    private static final int BATCH = 8;

    private final Weights weights;
    private final Semaphore places = new Semaphore(MAX_CONCURRENT, /* fair= */ true);
    private @Nullable Loaded loaded;

    public LocalEmbedder(Weights weights) {
        this.weights = weights;
    }

    /** The default. */
    public static LocalEmbedder bgeSmall() {
        return new LocalEmbedder(Weights.BGE_SMALL);
    }

    /** Whether the native library can be loaded on this system; the weights are not read for that. */
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
        return "local:" + weights.name();
    }

    @Override
    public int maxTokens() {
        return weights.maxTokens();
    }

    @Override
    public Optional<Nearness> nearness() {
        return Optional.of(weights.nearness());
    }

    @Override
    public int batch() {
        return BATCH;
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            vectors.add(embed(weights.documentPrefix() + text));
        }
        return vectors;
    }

    @Override
    public float[] query(String text) {
        return embed(weights.queryPrefix() + text);
    }

    private float[] embed(String text) {
        Loaded model = load();
        long[] numbers = model.tokenizer.encode(text, weights.maxTokens());
        places.acquireUninterruptibly();
        try {
            return run(model, numbers);
        } catch (OrtException e) {
            throw failed(e);
        } finally {
            places.release();
        }
    }

    private float[] run(Loaded model, long[] numbers) throws OrtException {
        long[] shape = {1, numbers.length};
        long[] ones = new long[numbers.length];
        Arrays.fill(ones, 1);
        Map<String, OnnxTensor> inputs = new HashMap<>();
        try {
            inputs.put("input_ids", OnnxTensor.createTensor(model.runtime, LongBuffer.wrap(numbers), shape));
            inputs.put("attention_mask", OnnxTensor.createTensor(model.runtime, LongBuffer.wrap(ones), shape));
            inputs.put(
                    "token_type_ids",
                    OnnxTensor.createTensor(model.runtime, LongBuffer.wrap(new long[numbers.length]), shape));
            try (OrtSession.Result result = model.session.run(inputs)) {
                OnnxTensor states = (OnnxTensor) result.get(0);
                return pool(states.getFloatBuffer(), numbers.length);
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    /** One vector of the vectors of all pieces: the first one, or their mean, as the model was trained. */
    private float[] pool(FloatBuffer states, int rows) {
        int width = states.remaining() / rows;
        float[] vector = new float[width];
        int used = weights.usesMean() ? rows : 1;
        for (int row = 0; row < used; row++) {
            for (int i = 0; i < width; i++) {
                vector[i] += states.get(row * width + i);
            }
        }
        return Vectors.unit(vector);
    }

    private synchronized Loaded load() {
        if (loaded == null) {
            loaded = weights.load();
        }
        return loaded;
    }

    /** Frees the weights; the next text reads them again. */
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

    /** The session and the tokenizer, once read. */
    private record Loaded(OrtEnvironment runtime, OrtSession session, WordPieceTokenizer tokenizer) {}

    /** Which weights, and how they want to be spoken to. */
    public record Weights(
            String name,
            String queryPrefix,
            String documentPrefix,
            int maxTokens,
            boolean usesMean,
            Nearness nearness) {
        /** Its instruction for queries is left out: with it questions found less; see docs/search.md. */
        static final Weights BGE_SMALL =
                new Weights("bge-small-en-v1.5-q", "", "", 512, /* usesMean= */ false, new Nearness(0.65, 0.7));

        private Loaded load() {
            try (InputStream vocabulary = open(name + "-tokenizer.json");
                    InputStream model = open(name + ".onnx");
                    OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
                options.setIntraOpNumThreads(1);
                options.setInterOpNumThreads(1);
                OrtEnvironment runtime = OrtEnvironment.getEnvironment();
                return new Loaded(
                        runtime,
                        runtime.createSession(model.readAllBytes(), options),
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
