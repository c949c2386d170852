package dev.throughline.workingset.budget;

import dev.throughline.workingset.ModelTable;
import java.util.Map;
import java.util.Optional;

/** How many tokens a model takes in and puts out together, see {@link ModelTable}. */
public final class ModelWindows {
    /** What an unknown model is usually taken to have. */
    public static final long UNKNOWN = 128_000;

    /** Figures that the providers publish. */
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

    /** The built-in table, with the user's own figures before it. */
    public ModelWindows(Map<String, Long> own) {
        this(own, UNKNOWN);
    }

    /** The same, where a model that is in neither is taken to have so many tokens. */
    public ModelWindows(Map<String, Long> own, long unknown) {
        this.unknown = unknown;
        this.windows = new ModelTable<>(own, BUILT_IN);
    }

    /** The window of a model, if it is known. */
    public Optional<Long> of(String model) {
        return windows.find(model).or(() -> windows.find(ModelTable.withoutVendor(model)));
    }

    /** What an unknown model is taken to have. */
    public long unknown() {
        return unknown;
    }
}
