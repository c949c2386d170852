package dev.throughline.server.config;

import dev.throughline.engine.archive.CacheReports;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.server.config.Key.Place;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.fragment.StateBlock;
import dev.throughline.workingset.price.Prices;
import java.util.List;
import java.util.Map;

/** What the model sees: policies, budget, prices and the state of a session. Part of {@link Keys#ALL}. */
public final class WorkingSetKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<PolicyName> POLICY = KEYS.key(
            "policy",
            PolicyName.KIND,
            PolicyName.AUTO,
            "the policy that makes a working set fit: auto, trim, compact or off");
    public static final Key<StateSettings.Todo> TODO = KEYS.add(new Key<>(
            "state.todo",
            "--todo",
            StateSettings.KIND,
            _ -> StateSettings.Todo.OWN,
            "a todo file for sessions without their own; off shows agents no todo",
            Place.EVERYWHERE));
    public static final Key<Integer> TODO_CHARACTERS = KEYS.add(new Key<>(
            "state.todo_characters",
            "--todo-max-chars",
            ValueTypes.CHARACTERS,
            _ -> 4_000,
            "the most characters of a todo that an agent is shown",
            Place.EVERYWHERE));
    public static final Key<Integer> PINNED_CHARACTERS = KEYS.key(
            "state.pinned_characters",
            ValueTypes.CHARACTERS,
            StateBlock.Caps.DEFAULT.pinned(),
            "the most characters of a pinned note that an agent is shown");
    public static final Key<Integer> ANCHOR_CHARACTERS = KEYS.key(
            "state.anchor_characters",
            ValueTypes.CHARACTERS,
            StateBlock.Caps.DEFAULT.anchor(),
            "the most characters of notes that an agent is shown once exchanges were removed");
    public static final Key<Map<String, Long>> WINDOWS = KEYS.key(
            "windows",
            WorkingSetSettings.WINDOWS,
            Map.of(),
            "context windows of models, where the built-in table is wrong");
    public static final Key<Map<String, Prices>> PRICES = KEYS.key(
            "prices", WorkingSetSettings.PRICES, Map.of(), "prices of models, where the built-in table is wrong");
    public static final Key<Long> WORKING_BODY_BYTES = KEYS.key(
            "limits.sent_bytes", ValueTypes.BYTES, 0L, "the largest body to send to a provider; 0 for no limit");
    public static final Key<Integer> LEARNED_WINDOW_DAYS = KEYS.key(
            "limits.learned_window_days",
            ValueTypes.COUNT,
            7,
            "days for which a window that a provider named in an error is used; 0 for ever");
    public static final Key<Integer> UNKNOWN_WINDOW_TOKENS = KEYS.key(
            "limits.unknown_window_tokens",
            ValueTypes.from(1_000, 100_000_000),
            (int) ModelWindows.UNKNOWN,
            "the window of a model that is not in the table, in tokens");
    public static final Key<Integer> ANSWER_TOKENS = KEYS.key(
            "limits.answer_tokens",
            ValueTypes.from(0, 10_000_000),
            (int) Budget.RESERVE,
            "tokens reserved for an answer that the client does not limit");
    public static final Key<Integer> OVERFLOW_RETRIES = KEYS.key(
            "limits.overflow_retries",
            ValueTypes.from(0, 20),
            TurnHandler.Settings.USUAL_ROUNDS,
            "how often a prompt that was refused as too long is shortened and sent again");
    public static final Key<Integer> LOCAL_ROUNDS = KEYS.key(
            "limits.local_rounds",
            ValueTypes.from(0, 50),
            TurnHandler.Settings.USUAL_ROUNDS,
            "how many rounds of calls of Throughline's own tools one answer may have");
    public static final Key<Integer> CACHEABLE_TOKENS = KEYS.key(
            "limits.cacheable_tokens",
            ValueTypes.from(0, 100_000_000),
            (int) EditFigures.USUAL.cacheableTokens(),
            "the prompt size from which a provider is expected to use its cache, in tokens");
    public static final Key<Integer> SILENT_PROMPTS = KEYS.key(
            "limits.silent_prompts",
            ValueTypes.from(1, CacheReports.MOST),
            EditFigures.USUAL.silentPrompts(),
            "how many such prompts without reported cache use mean that there is no cache");
    public static final Key<Integer> AUTO_OUTPUT_TURNS = KEYS.key(
            "auto.output_turns", ValueTypes.COUNT, 12, "turns for which the output of a command stays in the prompt");
    public static final Key<Integer> AUTO_FILE_TURNS = KEYS.key(
            "auto.file_turns",
            ValueTypes.COUNT,
            40,
            "turns for which a file stays in the prompt after it was last used");
    public static final Key<Integer> AUTO_EXCHANGE_TURNS =
            KEYS.key("auto.exchange_turns", ValueTypes.COUNT, 70, "turns after which whole exchanges become a digest");
    public static final Key<Integer> AUTO_LATE_TURN = KEYS.key(
            "auto.late_turn", ValueTypes.COUNT, 60, "from this turn on results, files included, stay half as long");
    public static final Key<Integer> AUTO_COLD_PERCENT = KEYS.key(
            "auto.cold_percent",
            ValueTypes.from(1, 100),
            70,
            "when the cache is cold, results and exchanges go after this percentage of their turns");
    public static final Key<Integer> AUTO_SOFT_TOKENS = KEYS.key(
            "auto.soft_tokens", ValueTypes.COUNT, 15_000, "a history below this is left alone while the cache is warm");
    public static final Key<Integer> AUTO_PAYBACK_REQUESTS = KEYS.key(
            "auto.payback_requests", ValueTypes.COUNT, 12, "requests within which a rewrite must pay for itself");
    public static final Key<Integer> AUTO_LEAST_PERCENT = KEYS.key(
            "auto.least_percent",
            ValueTypes.from(0, 100),
            10,
            "the percentage of the history that a rewrite must at least remove");
    public static final Key<Integer> AUTO_ARRIVAL_TOKENS = KEYS.key(
            "auto.arrival_tokens",
            ValueTypes.COUNT,
            16_000,
            "outputs above this are shortened before they are first sent; files that were read only above a quarter of"
                    + " what fits");
    public static final Key<Integer> AUTO_LOAN_PERCENT = KEYS.key(
            "auto.loan_percent",
            ValueTypes.from(0, 100),
            5,
            "the percentage of the cost of a session of 160 requests or more that a rewrite may cost before savings"
                    + " cover it; of shorter sessions at most 0.4%");

    public static final Key<Integer> NEWEST_RESULTS = KEYS.key(
            "limits.newest_results",
            ValueTypes.COUNT,
            8,
            "how many of the newest results are removed only when nothing else is left");
    public static final Key<Integer> COMPACT_WINDOW_PERCENT = KEYS.key(
            "compact.window_percent",
            ValueTypes.from(1, 100),
            90,
            "the percentage of the window at which compact replaces the history");
    public static final Key<Integer> COMPACT_WORDS_TOKENS = KEYS.key(
            "compact.words_tokens",
            ValueTypes.COUNT,
            20_000,
            "tokens of the user's newest messages that compact keeps verbatim");
    public static final Key<Integer> COMPACT_SHRINK_PERCENT = KEYS.key(
            "compact.shrink_percent",
            ValueTypes.from(0, 100),
            50,
            "how much shorter than the original a summary must be, in percent");
    public static final Key<Integer> COMPACT_AHEAD_PERCENT = KEYS.key(
            "compact.ahead_percent",
            ValueTypes.from(0, 100),
            75,
            "the percentage of that mark at which a summary is prepared");
    public static final Key<Integer> COMPACT_REFILLS = KEYS.key(
            "compact.refills", ValueTypes.COUNT, 3, "compactions in a row that may leave the prompt nearly full");
    public static final Key<Integer> COMPACT_IDLE_MINUTES = KEYS.key(
            "compact.idle_minutes",
            ValueTypes.COUNT,
            60,
            "the pause after which compact clears old results; 0 for never");
    public static final Key<Integer> COMPACT_IDLE_RESULTS = KEYS.key(
            "compact.idle_results", ValueTypes.COUNT, 5, "how many of the newest results stay after such a pause");
    public static final Key<Integer> RETRIEVAL_SNIPPETS = KEYS.key(
            "retrieval.snippets",
            ValueTypes.COUNT,
            8,
            "how many snippets of removed text are added without being asked for");
    public static final Key<Integer> RETRIEVAL_CHARACTERS =
            KEYS.key("retrieval.characters", ValueTypes.COUNT, 6_000, "the most characters of those snippets together");
    public static final Key<Integer> RECALL_OPENING_TOKENS = KEYS.key(
            "recall.opening_tokens",
            ValueTypes.COUNT,
            6_000,
            "the smallest prompt, in tokens, for which Throughline declares its tools");

    static final List<Key<?>> ALL = KEYS.all();

    private WorkingSetKeys() {}
}
