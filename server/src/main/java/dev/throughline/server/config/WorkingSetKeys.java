package dev.throughline.server.config;

import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.fragment.StateBlock;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The keys of what the model sees: policies, budget, prices and the state of a session. Part of {@link Keys#ALL}. */
public final class WorkingSetKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    /**
     * The todo that agents are shown.
     *
     * @param isShown whether agents are shown a todo
     * @param file the todo of sessions that have none of their own
     */
    public record Todo(boolean isShown, Optional<Path> file) {
        static final Todo ON = new Todo(/* isShown= */ true, Optional.empty());
        static final Todo OFF = new Todo(/* isShown= */ false, Optional.empty());

        private static Todo of(String text, Environment environment) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true", "on", "yes", "1" -> ON;
                case "false", "off", "no", "0", "disable" -> OFF;
                case "" -> throw new IllegalArgumentException();
                default -> new Todo(/* isShown= */ true, Optional.of(environment.path(text)));
            };
        }

        private String text() {
            return isShown ? file.map(Path::toString).orElse("on") : "off";
        }
    }

    public static final Key<PolicyName> POLICY = KEYS.key(
            "policy",
            new ValueType<>(
                    "auto, trim, compact or off",
                    ValueType.oneOf(PolicyName.class).reader(),
                    ValueType::word),
            PolicyName.AUTO,
            "the policy that edits prompts: auto, trim, compact or off");
    public static final Key<Todo> TODO = KEYS.key(
            "state.todo",
            "--todo",
            new ValueType<>("a path, on or off", (text, environment) -> Todo.of(text.strip(), environment), Todo::text),
            Todo.ON,
            "a file with the todo of sessions that have none of their own; off turns todos off");
    public static final Key<Integer> TODO_CHARACTERS = KEYS.key(
            "state.todo_characters",
            "--todo-max-chars",
            ValueType.CHARACTERS,
            4_000,
            "the maximum number of characters of a todo that are sent");
    public static final Key<Integer> PINNED_CHARACTERS = KEYS.key(
            "state.pinned_characters",
            ValueType.CHARACTERS,
            StateBlock.Caps.DEFAULT.pinned(),
            "the maximum number of characters of the pinned text that are sent");
    public static final Key<Integer> ANCHOR_CHARACTERS = KEYS.key(
            "state.anchor_characters",
            ValueType.CHARACTERS,
            StateBlock.Caps.DEFAULT.anchor(),
            "the maximum number of characters of notes that are sent after exchanges were removed");
    public static final Key<Map<String, Long>> WINDOWS = KEYS.key(
            "windows",
            new ValueType<>(
                    "models and tokens like gpt-9=500000,my-model=32000",
                    (text, _) -> ValueType.pairs(text, Long::parseLong, new LinkedHashMap<>()),
                    windows -> ValueType.shownPairs(windows, ",", Object::toString)),
            Map.of(),
            "context windows of models, where the built-in table is wrong");
    public static final Key<Map<String, Prices>> PRICES = KEYS.key(
            "prices",
            new ValueType<>(
                    "models with the price of a token that is read from the cache, the price of one that is written to"
                        + " it (uncached input is 1), and the lifetime of the cache in minutes, like gpt-9=0.1/1/10",
                    (text, _) -> ValueType.pairs(text, WorkingSetKeys::readPrices, new LinkedHashMap<>()),
                    prices -> ValueType.shownPairs(prices, ",", WorkingSetKeys::shown)),
            Map.of(),
            "prices of models, where the built-in table is wrong");
    public static final Key<Long> WORKING_BODY_BYTES =
            KEYS.bytes("limits.sent_bytes", 0L, "the largest body to send to a provider; 0 means no limit");
    public static final Key<Integer> LEARNED_WINDOW_DAYS = KEYS.count(
            "limits.learned_window_days",
            7,
            "days for which a window that a provider named in an error is used; 0 means forever");
    public static final Key<Integer> UNKNOWN_WINDOW_TOKENS = KEYS.number(
            "limits.unknown_window_tokens",
            1_000,
            100_000_000,
            (int) ModelWindows.UNKNOWN,
            "the window of a model that is not in the table, in tokens");
    public static final Key<Integer> ANSWER_TOKENS = KEYS.number(
            "limits.answer_tokens",
            0,
            10_000_000,
            (int) Budget.RESERVE,
            "tokens reserved for the reply if the client sets no limit");
    public static final Key<Integer> OVERFLOW_RETRIES = KEYS.number(
            "limits.overflow_retries",
            0,
            20,
            TurnHandler.TurnSettings.DEFAULT_ROUNDS,
            "how often a prompt that was refused as too long is made smaller and sent again");
    public static final Key<Integer> LOCAL_ROUNDS = KEYS.number(
            "limits.local_rounds",
            0,
            50,
            TurnHandler.TurnSettings.DEFAULT_ROUNDS,
            "how often within one reply the gateway answers calls to its own tools");
    public static final Key<Integer> CACHEABLE_TOKENS = KEYS.number(
            "limits.cacheable_tokens",
            0,
            100_000_000,
            (int) EditFigures.DEFAULT.cacheableTokens(),
            "the smallest prompt, in tokens, for which a provider is assumed to use its cache");
    public static final Key<Integer> SILENT_PROMPTS = KEYS.number(
            "limits.silent_prompts",
            1,
            SessionProgress.CacheReports.MAX_SILENT,
            EditFigures.DEFAULT.silentPrompts(),
            "after how many such prompts without reported cache use the provider is assumed to have no cache");
    public static final Key<Integer> AUTO_OUTPUT_TURNS =
            KEYS.count("auto.output_turns", 12, "turns for which the output of a command stays in the prompt");
    public static final Key<Integer> AUTO_FILE_TURNS =
            KEYS.count("auto.file_turns", 40, "turns for which a file stays in the prompt after it was last used");
    public static final Key<Integer> AUTO_EXCHANGE_TURNS =
            KEYS.count("auto.exchange_turns", 70, "turns after which whole exchanges become a digest");
    public static final Key<Integer> AUTO_LATE_TURN =
            KEYS.count("auto.late_turn", 60, "from this turn on, results and files stay half as long");
    public static final Key<Integer> AUTO_COLD_PERCENT = KEYS.number(
            "auto.cold_percent",
            1,
            100,
            70,
            "when the cache is cold, results and exchanges are removed after this percentage of their turns");
    public static final Key<Integer> AUTO_SOFT_TOKENS =
            KEYS.count("auto.soft_tokens", 15_000, "a history with fewer tokens is not edited while the cache is warm");
    public static final Key<Integer> AUTO_PAYBACK_REQUESTS =
            KEYS.count("auto.payback_requests", 12, "requests within which a rewrite must pay for itself");
    public static final Key<Integer> AUTO_LEAST_PERCENT =
            KEYS.percent("auto.least_percent", 10, "the smallest percentage of the history that a rewrite must remove");
    public static final Key<Integer> AUTO_ARRIVAL_TOKENS = KEYS.count(
            "auto.arrival_tokens",
            16_000,
            "outputs above this size are shortened before they are first sent; file reads only above a quarter of the"
                    + " prompt limit");
    public static final Key<Integer> AUTO_LOAN_PERCENT = KEYS.percent(
            "auto.loan_percent",
            5,
            "the maximum loan in sessions of 160 requests or more, in percent of their cost without edits; in shorter"
                    + " sessions at most 0.4%");

    public static final Key<Integer> NEWEST_RESULTS = KEYS.count(
            "limits.newest_results", 8, "how many of the newest results are removed only when nothing else is left");
    public static final Key<Integer> COMPACT_WINDOW_PERCENT = KEYS.number(
            "compact.window_percent", 1, 100, 90, "the percentage of the window at which compact replaces the history");
    public static final Key<Integer> COMPACT_WORDS_TOKENS = KEYS.count(
            "compact.words_tokens", 20_000, "tokens of the user's newest messages that compact keeps verbatim");
    public static final Key<Integer> COMPACT_SHRINK_PERCENT = KEYS.percent(
            "compact.shrink_percent", 50, "the percentage by which a summary must be shorter than the original");
    public static final Key<Integer> COMPACT_AHEAD_PERCENT = KEYS.percent(
            "compact.ahead_percent",
            75,
            "the percentage of the compaction threshold above which a summary is written in advance");
    public static final Key<Integer> COMPACT_REFILLS = KEYS.count(
            "compact.refills", 3, "compactions in a row that leave the prompt nearly full before compaction stops");
    public static final Key<Integer> COMPACT_IDLE_MINUTES =
            KEYS.count("compact.idle_minutes", 60, "the pause after which compact clears old results; 0 means never");
    public static final Key<Integer> COMPACT_IDLE_RESULTS =
            KEYS.count("compact.idle_results", 5, "how many of the newest results stay after such a pause");
    public static final Key<Integer> RETRIEVAL_SNIPPETS = KEYS.count(
            "retrieval.snippets", 8, "the maximum number of snippets of removed content that are added to a message");
    public static final Key<Integer> RETRIEVAL_CHARACTERS =
            KEYS.count("retrieval.characters", 6_000, "the maximum number of characters of those snippets together");
    public static final Key<Integer> RECALL_OPENING_TOKENS = KEYS.count(
            "recall.opening_tokens", 6_000, "the smallest first prompt, in tokens, for which local tools are declared");

    static final List<Key<?>> ALL = KEYS.all();

    private WorkingSetKeys() {}

    /** The policy with a name; empty for {@code off}. */
    public static Optional<Policy> policy(PolicyName name, Config config) {
        return switch (name) {
            case AUTO -> Optional.of(new Auto(auto(config)));
            case TRIM -> Optional.of(new Trim(retention(config).newest()));
            case COMPACT -> Optional.of(new Compact(compact(config), retention(config)));
            case OFF -> Optional.empty();
        };
    }

    public static Retention retention(Config config) {
        return new Retention(
                config.value(AUTO_OUTPUT_TURNS),
                config.value(AUTO_FILE_TURNS),
                config.value(AUTO_EXCHANGE_TURNS),
                config.value(AUTO_LATE_TURN),
                config.value(NEWEST_RESULTS));
    }

    public static AutoSettings auto(Config config) {
        return new AutoSettings(
                retention(config),
                config.value(AUTO_COLD_PERCENT) / 100.0,
                config.value(AUTO_SOFT_TOKENS),
                config.value(AUTO_PAYBACK_REQUESTS),
                config.value(AUTO_LEAST_PERCENT) / 100.0,
                config.value(AUTO_ARRIVAL_TOKENS),
                config.value(AUTO_LOAN_PERCENT) / 100.0);
    }

    public static CompactSettings compact(Config config) {
        return new CompactSettings(
                config.value(COMPACT_WINDOW_PERCENT) / 100.0,
                config.value(COMPACT_WORDS_TOKENS),
                config.value(COMPACT_SHRINK_PERCENT) / 100.0,
                config.value(COMPACT_AHEAD_PERCENT) / 100.0,
                config.value(COMPACT_REFILLS),
                Duration.ofMinutes(config.value(COMPACT_IDLE_MINUTES)),
                config.value(COMPACT_IDLE_RESULTS));
    }

    public static EditFigures figures(Config config) {
        return new EditFigures(
                config.value(ANSWER_TOKENS),
                retention(config),
                config.value(CACHEABLE_TOKENS),
                config.value(SILENT_PROMPTS));
    }

    public static SnippetFinder.SnippetLimits retrieval(Config config) {
        return new SnippetFinder.SnippetLimits(config.value(RETRIEVAL_SNIPPETS), config.value(RETRIEVAL_CHARACTERS));
    }

    public static ModelWindows windows(Config config) {
        return new ModelWindows(config.value(WINDOWS), config.value(UNKNOWN_WINDOW_TOKENS));
    }

    public static PriceTable prices(Config config) {
        return new PriceTable(config.value(PRICES));
    }

    private static Prices readPrices(String text) {
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
}
