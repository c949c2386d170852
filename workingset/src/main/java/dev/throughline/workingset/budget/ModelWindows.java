package dev.throughline.workingset.budget;

import dev.throughline.workingset.ModelTable;
import java.util.Map;
import java.util.Optional;

/** The context windows of models: the largest sum of input and output tokens. See {@link ModelTable}. */
public final class ModelWindows {
    /** The default window of an unknown model. */
    public static final long UNKNOWN = 128_000;

    /** The windows that the providers publish. */
    private static final Map<String, Long> BUILT_IN = Map.ofEntries(
            Map.entry("claude-", 200_000L),
            Map.entry("gpt-5", 400_000L),
            Map.entry("gpt-5-chat", 128_000L),
            Map.entry("codex-", 400_000L),
            Map.entry("gpt-4.1", 1_047_576L),
            Map.entry("gpt-4o", 128_000L),
            Map.entry("gpt-4-turbo", 128_000L),
            Map.entry("gpt-4", 8_192L),
            Map.entry("gpt-3.5", 16_385L),
            Map.entry("gpt-oss", 131_072L),
            Map.entry("o1", 200_000L),
            Map.entry("o3", 200_000L),
            Map.entry("o4", 200_000L),
            Map.entry("gemini-", 1_048_576L),
            Map.entry("deepseek", 128_000L),
            Map.entry("qwen3", 262_144L),
            Map.entry("kimi-k2", 262_144L),
            Map.entry("glm-4", 131_072L),
            Map.entry("grok-4", 256_000L));

    private final ModelTable<Long> windows;
    private final long unknown;

    public ModelWindows(Map<String, Long> own) {
        this(own, UNKNOWN);
    }

    /**
     * @param own windows that take precedence over the built-in ones
     * @param unknown the window of models that are in neither table
     */
    public ModelWindows(Map<String, Long> own, long unknown) {
        this.unknown = unknown;
        this.windows = new ModelTable<>(own, BUILT_IN);
    }

    public Optional<Long> of(String model) {
        return windows.find(model).or(() -> windows.find(ModelTable.withoutVendor(model)));
    }

    /** The window of an unknown model. */
    public long unknown() {
        return unknown;
    }
}
