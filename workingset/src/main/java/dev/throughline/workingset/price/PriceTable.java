package dev.throughline.workingset.price;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Prices by the first letters of a model's name; the longest that fits decides, the user's before the built-in ones.
 *
 * <p>Only ratios matter here: what a cached token costs in plain ones. OpenAI charges nothing extra for writing, so its
 * write price is that of input. Its caches last five to ten minutes without use, and a day when the client asks for
 * that; Anthropic's five, or an hour when the client asks for that. Where OpenAI's last longer, the bill shows it, and
 * the ledger books no gain. Thirty minutes for OpenAI made Codex sessions cost 47% of untouched instead of 41% when
 * they were replayed before a cache of five.
 */
public final class PriceTable {
    private static final Duration ANTHROPIC = Duration.ofMinutes(5);
    private static final Duration OPENAI = Duration.ofMinutes(5);
    private static final Prices UNKNOWN = new Prices(0.1, 1.25, 5, ANTHROPIC);

    private static final List<Priced> BUILT_IN = List.of(
            new Priced("claude-", new Prices(0.1, 1.25, 5, ANTHROPIC)),
            new Priced("gpt-5", new Prices(0.1, 1, 8, OPENAI)),
            new Priced("codex-", new Prices(0.25, 1, 4, OPENAI)),
            new Priced("gpt-4.1", new Prices(0.25, 1, 4, OPENAI)),
            new Priced("gpt-4o", new Prices(0.5, 1, 4, OPENAI)),
            new Priced("o1", new Prices(0.5, 1, 4, OPENAI)),
            new Priced("o3", new Prices(0.25, 1, 4, OPENAI)),
            new Priced("o4", new Prices(0.25, 1, 4, OPENAI)),
            new Priced("deepseek", new Prices(0.1, 1, 3, Duration.ofHours(1))),
            new Priced("gemini-", new Prices(0.25, 1, 8, OPENAI)));

    private record Priced(String prefix, Prices prices) {}

    private final List<Priced> table;

    public PriceTable(Map<String, Prices> own) {
        List<Priced> all = new ArrayList<>();
        own.forEach((prefix, prices) -> all.add(new Priced(prefix, prices)));
        all.sort(longestFirst());
        List<Priced> builtIn = new ArrayList<>(BUILT_IN);
        builtIn.sort(longestFirst());
        all.addAll(builtIn);
        this.table = List.copyOf(all);
    }

    private static Comparator<Priced> longestFirst() {
        return Comparator.comparingInt((Priced priced) -> priced.prefix().length())
                .reversed()
                .thenComparing(Priced::prefix);
    }

    /** The prices of a model; those of a dear one when it is unknown, so that nothing is rewritten lightly. */
    public Prices of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1);
        return table.stream()
                .filter(priced -> model.startsWith(priced.prefix()) || name.startsWith(priced.prefix()))
                .map(Priced::prices)
                .findFirst()
                .orElse(UNKNOWN);
    }
}
