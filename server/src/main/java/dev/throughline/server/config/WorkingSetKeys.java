package dev.throughline.server.config;

import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.engine.edit.CompactionRequests;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.fragment.Continuation;
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
    public static final Key<Integer> TODO_CHARACTERS =
            KEYS.key("state.todo_characters", "--todo-max-chars", ValueType.CHARACTERS, 4_000, /* about= */ "");
    public static final Key<Integer> PINNED_CHARACTERS =
            KEYS.unlisted("state.pinned_characters", ValueType.CHARACTERS, StateBlock.Caps.DEFAULT.pinned());
    public static final Key<Integer> ANCHOR_CHARACTERS =
            KEYS.unlisted("state.anchor_characters", ValueType.CHARACTERS, StateBlock.Caps.DEFAULT.anchor());
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
    public static final Key<Long> WORKING_BODY_BYTES = KEYS.bytes("limits.sent_bytes", 0L);
    public static final Key<Integer> LEARNED_WINDOW_DAYS = KEYS.count("limits.learned_window_days", 7);
    public static final Key<Integer> UNKNOWN_WINDOW_TOKENS =
            KEYS.number("limits.unknown_window_tokens", 1_000, 100_000_000, (int) ModelWindows.UNKNOWN);
    public static final Key<Integer> ANSWER_TOKENS =
            KEYS.number("limits.answer_tokens", 0, 10_000_000, (int) Budget.RESERVE);
    public static final Key<Integer> OVERFLOW_RETRIES =
            KEYS.number("limits.overflow_retries", 0, 20, TurnHandler.TurnSettings.DEFAULT_ROUNDS);
    public static final Key<Integer> LOCAL_ROUNDS =
            KEYS.number("limits.local_rounds", 0, 50, TurnHandler.TurnSettings.DEFAULT_ROUNDS);
    public static final Key<Integer> CACHEABLE_TOKENS =
            KEYS.number("limits.cacheable_tokens", 0, 100_000_000, (int) EditFigures.DEFAULT.cacheableTokens());
    public static final Key<Integer> SILENT_PROMPTS = KEYS.number(
            "limits.silent_prompts", 1, SessionProgress.CacheReports.MAX_SILENT, EditFigures.DEFAULT.silentPrompts());
    public static final Key<Integer> AUTO_OUTPUT_TURNS = KEYS.count("auto.output_turns", 12);
    public static final Key<Integer> AUTO_FILE_TURNS = KEYS.count("auto.file_turns", 40);
    public static final Key<Integer> AUTO_EXCHANGE_TURNS = KEYS.count("auto.exchange_turns", 70);
    public static final Key<Integer> AUTO_LATE_TURN = KEYS.count("auto.late_turn", 60);
    public static final Key<Integer> AUTO_COLD_PERCENT = KEYS.number("auto.cold_percent", 1, 100, 70);
    public static final Key<Integer> AUTO_SOFT_TOKENS = KEYS.count("auto.soft_tokens", 15_000);
    public static final Key<Integer> AUTO_PAYBACK_REQUESTS = KEYS.count("auto.payback_requests", 12);
    public static final Key<Integer> AUTO_LEAST_PERCENT = KEYS.percent("auto.least_percent", 10);
    public static final Key<Integer> AUTO_ARRIVAL_TOKENS = KEYS.count("auto.arrival_tokens", 16_000);
    public static final Key<Integer> AUTO_LOAN_PERCENT = KEYS.percent("auto.loan_percent", 5);

    public static final Key<Integer> NEWEST_RESULTS = KEYS.count("limits.newest_results", 8);
    public static final Key<Integer> COMPACT_WINDOW_PERCENT = KEYS.number("compact.window_percent", 1, 100, 90);
    public static final Key<Integer> COMPACT_WORDS_TOKENS = KEYS.count("compact.words_tokens", 20_000);
    public static final Key<Integer> COMPACT_SHRINK_PERCENT = KEYS.percent("compact.shrink_percent", 50);
    public static final Key<Integer> COMPACT_AHEAD_PERCENT = KEYS.percent("compact.ahead_percent", 75);
    public static final Key<Integer> COMPACT_REFILLS = KEYS.count("compact.refills", 3);
    public static final Key<Integer> COMPACT_IDLE_MINUTES = KEYS.count("compact.idle_minutes", 60);
    public static final Key<Integer> COMPACT_IDLE_RESULTS = KEYS.count("compact.idle_results", 5);
    public static final Key<Continuation.Form> COMPACT_FORM =
            KEYS.unlisted("compact.form", ValueType.oneOf(Continuation.Form.class), Continuation.Form.SUMMARY);
    public static final Key<Integer> COMPACT_RECENT_TOKENS = KEYS.count("compact.recent_tokens", 10_000);
    public static final Key<String> COMPACT_INSTRUCTIONS = KEYS.key(
            "compact.instructions",
            ValueType.of(
                    "a text with at most " + CompactionRequests.MAX_KEEP_CHARACTERS + " characters",
                    WorkingSetKeys::instructions),
            /* fallback= */ "",
            "what summaries of long sessions should always contain");
    public static final Key<Integer> RETRIEVAL_SNIPPETS = KEYS.count("retrieval.snippets", 8);
    public static final Key<Integer> RETRIEVAL_CHARACTERS = KEYS.count("retrieval.characters", 6_000);
    public static final Key<Integer> RECALL_OPENING_TOKENS = KEYS.count("recall.opening_tokens", 6_000);

    static final List<Key<?>> ALL = KEYS.all();

    private WorkingSetKeys() {}

    /** The policy with a name; empty for {@code off}. */
    public static Optional<Policy> policy(PolicyName name, Config config) {
        return switch (name) {
            case AUTO -> Optional.of(new Auto(auto(config)));
            case TRIM -> Optional.of(new Trim(retention(config).newest()));
            case COMPACT -> Optional.of(byHand(config));
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
                config.value(COMPACT_IDLE_RESULTS),
                config.value(COMPACT_FORM),
                config.value(COMPACT_RECENT_TOKENS),
                config.value(COMPACT_INSTRUCTIONS));
    }

    /** Carries out compactions that someone requests, whatever the policy is. */
    public static Compact byHand(Config config) {
        return new Compact(compact(config), retention(config));
    }

    private static String instructions(String text) {
        if (text.length() > CompactionRequests.MAX_KEEP_CHARACTERS) {
            throw new IllegalArgumentException(text);
        }
        return text;
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
