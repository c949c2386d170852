package dev.throughline.workingset.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many tokens a model takes in and puts out together, by the first letters of its name.
 *
 * <p>The longest prefix that fits decides; what the user says goes before what is built in.
 */
public final class Windows {
    /** What an unknown model is usually taken to have. */
    public static final long UNKNOWN = 128_000;

    /** Figures that the providers publish. */
    private static final List<Window> BUILT_IN = List.of(
            new Window("claude-", 200_000),
            new Window("gpt-5", 400_000),
            new Window("gpt-5-chat", 128_000),
            new Window("codex-", 400_000),
            new Window("gpt-4.1", 1_047_576),
            new Window("gpt-4o", 128_000),
            new Window("gpt-4-turbo", 128_000),
            new Window("gpt-4", 8_192),
            new Window("gpt-3.5", 16_385),
            new Window("gpt-oss", 131_072),
            new Window("o1", 200_000),
            new Window("o3", 200_000),
            new Window("o4", 200_000),
            new Window("gemini-", 1_048_576),
            new Window("deepseek", 128_000),
            new Window("qwen3", 262_144),
            new Window("kimi-k2", 262_144),
            new Window("glm-4", 131_072),
            new Window("grok-4", 256_000));

    private record Window(String prefix, long tokens) {}

    private final List<Window> windows;
    private final long unknown;

    /** The built-in table, with the user's own figures before it. */
    public Windows(Map<String, Long> own) {
        this(own, UNKNOWN);
    }

    /** The same, where a model that is in neither is taken to have so many tokens. */
    public Windows(Map<String, Long> own, long unknown) {
        this.unknown = unknown;
        List<Window> all = new ArrayList<>();
        own.forEach((prefix, tokens) -> all.add(new Window(prefix, tokens)));
        all.sort(longestFirst());
        List<Window> builtIn = new ArrayList<>(BUILT_IN);
        builtIn.sort(longestFirst());
        all.addAll(builtIn);
        this.windows = List.copyOf(all);
    }

    private static Comparator<Window> longestFirst() {
        return Comparator.comparingInt((Window window) -> window.prefix().length())
                .reversed()
                .thenComparing(Window::prefix);
    }

    /** The window of a model, if it is known. A vendor before a slash does not count as part of the name. */
    public Optional<Long> of(String model) {
        return find(model).or(() -> find(model.substring(model.lastIndexOf('/') + 1)));
    }

    /** What a model is taken to have that is not known. */
    public long unknown() {
        return unknown;
    }

    private Optional<Long> find(String model) {
        return windows.stream()
                .filter(window -> model.startsWith(window.prefix()))
                .map(Window::tokens)
                .findFirst();
    }
}
