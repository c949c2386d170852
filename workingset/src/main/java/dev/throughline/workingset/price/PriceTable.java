package dev.throughline.workingset.price;

import dev.throughline.workingset.ModelTable;
import java.time.Duration;
import java.util.Map;

/**
 * Prices of models relative to their uncached input, see {@link ModelTable}.
 *
 * <p>OpenAI charges nothing extra for writing to its cache, so its write price is that of input. Its caches last five
 * to ten minutes without use, or a day if the client requests that; Anthropic's five minutes, or an hour. If OpenAI's
 * last longer than assumed, the bill shows it, and the ledger books no gain.
 */
public final class PriceTable {
    private static final Duration ANTHROPIC = Duration.ofMinutes(5);
    private static final Duration OPENAI = Duration.ofMinutes(5);
    private static final Prices UNKNOWN = new Prices(0.1, 1.25, 5, ANTHROPIC);

    private static final Map<String, Prices> BUILT_IN = Map.ofEntries(
            Map.entry("claude-", new Prices(0.1, 1.25, 5, ANTHROPIC)),
            Map.entry("gpt-5", new Prices(0.1, 1, 8, OPENAI)),
            Map.entry("codex-", new Prices(0.25, 1, 4, OPENAI)),
            Map.entry("gpt-4.1", new Prices(0.25, 1, 4, OPENAI)),
            Map.entry("gpt-4o", new Prices(0.5, 1, 4, OPENAI)),
            Map.entry("o1", new Prices(0.5, 1, 4, OPENAI)),
            Map.entry("o3", new Prices(0.25, 1, 4, OPENAI)),
            Map.entry("o4", new Prices(0.25, 1, 4, OPENAI)),
            Map.entry("deepseek", new Prices(0.1, 1, 3, Duration.ofHours(1))),
            Map.entry("gemini-", new Prices(0.25, 1, 8, OPENAI)));

    private final ModelTable<Prices> table;

    public PriceTable(Map<String, Prices> own) {
        this.table = new ModelTable<>(own, BUILT_IN);
    }

    /** The prices of a model; high cache write prices if it is unknown, so that rewrites stay rare. */
    public Prices of(String model) {
        return table.find(model, ModelTable.withoutVendor(model)).orElse(UNKNOWN);
    }
}
