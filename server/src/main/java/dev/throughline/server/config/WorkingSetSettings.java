package dev.throughline.server.config;

import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How prompts are edited.
 *
 * @param windows tokens that models take, by the first letters of their names; beside those that are built in
 * @param prices what models cost, by the first letters of their names; beside those that are built in
 * @param bodyLimit the largest body to send; 0 for no limit
 * @param learnedWindows how long a window that a provider named is remembered; zero for ever
 * @param auto the figures of the policy {@code auto}
 * @param compact the figures of the policy {@code compact}
 * @param retrieval how much of what is hidden comes back unasked
 * @param openingTokens the smallest prompt that is worth tools of ours
 * @param figures numbers that hold under every policy
 * @param unknownWindow tokens that a model takes whose window is not known
 * @param overflowRetries how often a prompt that was refused as too long is made smaller and sent again
 * @param localRounds how often in one answer calls of our own tools are answered
 */
public record WorkingSetSettings(
        Map<String, Long> windows,
        Map<String, Prices> prices,
        long bodyLimit,
        Duration learnedWindows,
        Auto.Settings auto,
        Compact.Settings compact,
        SnippetFinder.Most retrieval,
        long openingTokens,
        EditFigures figures,
        long unknownWindow,
        int overflowRetries,
        int localRounds) {
    static final ValueType<Map<String, Long>> WINDOWS = new ValueType<>(
            "models and tokens like gpt-9=500000,my-model=32000",
            (text, _) -> pairs(text, Long::parseLong),
            windows -> shown(windows, Object::toString));

    static final ValueType<Map<String, Prices>> PRICES = new ValueType<>(
            "models with the price of a cached token, of a written one (plain input is 1) and the minutes that the"
                    + " provider remembers, like gpt-9=0.1/1/10",
            (text, _) -> pairs(text, WorkingSetSettings::prices),
            prices -> shown(prices, WorkingSetSettings::shown));

    static WorkingSetSettings of(Settings settings) {
        Retention retention = new Retention(
                settings.value(WorkingSetKeys.AUTO_OUTPUT_TURNS),
                settings.value(WorkingSetKeys.AUTO_FILE_TURNS),
                settings.value(WorkingSetKeys.AUTO_EXCHANGE_TURNS),
                settings.value(WorkingSetKeys.AUTO_LATE_TURN),
                settings.value(WorkingSetKeys.NEWEST_RESULTS));
        return new WorkingSetSettings(
                settings.value(WorkingSetKeys.WINDOWS),
                settings.value(WorkingSetKeys.PRICES),
                settings.value(WorkingSetKeys.WORKING_BODY_BYTES),
                Duration.ofDays(settings.value(WorkingSetKeys.LEARNED_WINDOW_DAYS)),
                new Auto.Settings(
                        retention,
                        settings.value(WorkingSetKeys.AUTO_COLD_PERCENT) / 100.0,
                        settings.value(WorkingSetKeys.AUTO_SOFT_TOKENS),
                        settings.value(WorkingSetKeys.AUTO_PAYBACK_REQUESTS),
                        settings.value(WorkingSetKeys.AUTO_LEAST_PERCENT) / 100.0,
                        settings.value(WorkingSetKeys.AUTO_ARRIVAL_TOKENS),
                        settings.value(WorkingSetKeys.AUTO_LOAN_PERCENT) / 100.0),
                compact(settings),
                new SnippetFinder.Most(
                        settings.value(WorkingSetKeys.RETRIEVAL_SNIPPETS),
                        settings.value(WorkingSetKeys.RETRIEVAL_CHARACTERS)),
                settings.value(WorkingSetKeys.RECALL_OPENING_TOKENS),
                new EditFigures(
                        settings.value(WorkingSetKeys.ANSWER_TOKENS),
                        retention,
                        settings.value(WorkingSetKeys.CACHEABLE_TOKENS),
                        settings.value(WorkingSetKeys.SILENT_PROMPTS)),
                settings.value(WorkingSetKeys.UNKNOWN_WINDOW_TOKENS),
                settings.value(WorkingSetKeys.OVERFLOW_RETRIES),
                settings.value(WorkingSetKeys.LOCAL_ROUNDS));
    }

    private static Compact.Settings compact(Settings settings) {
        return new Compact.Settings(
                settings.value(WorkingSetKeys.COMPACT_WINDOW_PERCENT) / 100.0,
                settings.value(WorkingSetKeys.COMPACT_WORDS_TOKENS),
                settings.value(WorkingSetKeys.COMPACT_SHRINK_PERCENT) / 100.0,
                settings.value(WorkingSetKeys.COMPACT_AHEAD_PERCENT) / 100.0,
                settings.value(WorkingSetKeys.COMPACT_REFILLS),
                Duration.ofMinutes(settings.value(WorkingSetKeys.COMPACT_IDLE_MINUTES)),
                settings.value(WorkingSetKeys.COMPACT_IDLE_RESULTS));
    }

    /** How many tokens models take, as far as known. */
    public ModelWindows table() {
        return new ModelWindows(windows, unknownWindow);
    }

    /** The largest body to send, if there is a limit. */
    public OptionalLong bodyBytes() {
        return bodyLimit > 0 ? OptionalLong.of(bodyLimit) : OptionalLong.empty();
    }

    private static <T> Map<String, T> pairs(String text, Function<String, T> reader) {
        Map<String, T> pairs = new LinkedHashMap<>();
        for (String pair : text.split(",", -1)) {
            String[] halves = pair.strip().split("=", -1);
            if (halves.length != 2 || halves[0].isBlank()) {
                throw new IllegalArgumentException(pair);
            }
            pairs.put(halves[0].strip(), reader.apply(halves[1].strip()));
        }
        return pairs;
    }

    private static Prices prices(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(text);
        }
        return new Prices(
                Double.parseDouble(parts[0]),
                Double.parseDouble(parts[1]),
                /* output= */ 5,
                Duration.ofMinutes(Long.parseLong(parts[2])));
    }

    private static String shown(Prices prices) {
        return prices.read() + "/" + prices.write() + "/"
                + prices.cacheLifetime().toMinutes();
    }

    private static <T> String shown(Map<String, T> pairs, Function<T, String> writer) {
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + writer.apply(pair.getValue()))
                .collect(Collectors.joining(","));
    }
}
