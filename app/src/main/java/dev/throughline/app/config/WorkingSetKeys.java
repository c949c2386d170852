package dev.throughline.app.config;

import static dev.throughline.app.config.Key.key;

import dev.throughline.app.config.Key.Place;
import dev.throughline.engine.archive.CacheReports;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.turn.Road;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.fragment.StateBlock;
import dev.throughline.workingset.price.Prices;
import java.util.List;
import java.util.Map;

/** What the model sees: policies, budget, prices and the state of a session. Part of {@link Keys#ALL}. */
public final class WorkingSetKeys {
    public static final Key<PolicyName> POLICY = key(
            "policy", PolicyName.KIND, PolicyName.AUTO, "how a working set is made to fit: auto, trim, compact or off");
    public static final Key<State.Todo> TODO = new Key<>(
            "state.todo",
            "--todo",
            State.KIND,
            _ -> State.Todo.OWN,
            "a file that is the todo of every session without its own; off tells agents of none",
            Place.EVERYWHERE);
    public static final Key<Integer> TODO_CHARACTERS = new Key<>(
            "state.todo_characters",
            "--todo-max-chars",
            Kinds.CHARACTERS,
            _ -> 4_000,
            "how much of a todo an agent is told",
            Place.EVERYWHERE);
    public static final Key<Integer> PINNED_CHARACTERS = key(
            "state.pinned_characters",
            Kinds.CHARACTERS,
            StateBlock.Caps.USUAL.pinned(),
            "how much of what is pinned an agent is told");
    public static final Key<Integer> ANCHOR_CHARACTERS = key(
            "state.anchor_characters",
            Kinds.CHARACTERS,
            StateBlock.Caps.USUAL.anchor(),
            "how much of a session's notes its agent is told when exchanges are gone");
    public static final Key<Map<String, Long>> WINDOWS = key(
            "windows", WorkingSet.WINDOWS, Map.of(), "how many tokens models take, where the built-in table is wrong");
    public static final Key<Map<String, Prices>> PRICES =
            key("prices", WorkingSet.PRICES, Map.of(), "what models cost, where the built-in table is wrong");
    public static final Key<Long> WORKING_BODY_BYTES =
            key("limits.sent_bytes", Kinds.BYTES, 0L, "the largest body to send to a provider; 0 for no limit");
    public static final Key<Integer> LEARNED_WINDOW_DAYS = key(
            "limits.learned_window_days",
            Kinds.COUNT,
            7,
            "how many days the window that a provider named in an error is remembered; 0 for ever");
    public static final Key<Integer> UNKNOWN_WINDOW_TOKENS = key(
            "limits.unknown_window_tokens",
            Kinds.from(1_000, 100_000_000),
            (int) Windows.UNKNOWN,
            "how many tokens a model takes whose window is not known");
    public static final Key<Integer> ANSWER_TOKENS = key(
            "limits.answer_tokens",
            Kinds.from(0, 10_000_000),
            (int) Budget.RESERVE,
            "tokens kept free for an answer that the client does not limit");
    public static final Key<Integer> OVERFLOW_RETRIES = key(
            "limits.overflow_retries",
            Kinds.from(0, 20),
            Road.Settings.USUAL_ROUNDS,
            "how often a prompt that was refused as too long is made smaller and sent again");
    public static final Key<Integer> LOCAL_ROUNDS = key(
            "limits.local_rounds",
            Kinds.from(0, 50),
            Road.Settings.USUAL_ROUNDS,
            "how often in one answer calls of Throughline's own tools are answered");
    public static final Key<Integer> CACHEABLE_TOKENS = key(
            "limits.cacheable_tokens",
            Kinds.from(0, 100_000_000),
            (int) EditFigures.USUAL.cacheableTokens(),
            "a provider that has a cache is taken to use it for prompts of this size");
    public static final Key<Integer> SILENT_PROMPTS = key(
            "limits.silent_prompts",
            Kinds.from(1, CacheReports.MOST),
            EditFigures.USUAL.silentPrompts(),
            "so many such prompts billed without a word of a cache mean that there is none");
    public static final Key<Integer> AUTO_OUTPUT_TURNS =
            key("auto.output_turns", Kinds.COUNT, 12, "turns for which what a command printed stays in the prompt");
    public static final Key<Integer> AUTO_FILE_TURNS =
            key("auto.file_turns", Kinds.COUNT, 40, "turns for which a file stays after it was last touched");
    public static final Key<Integer> AUTO_EXCHANGE_TURNS =
            key("auto.exchange_turns", Kinds.COUNT, 70, "turns after which whole exchanges become a digest");
    public static final Key<Integer> AUTO_LATE_TURN =
            key("auto.late_turn", Kinds.COUNT, 60, "from this turn on results, files included, stay half as long");
    public static final Key<Integer> AUTO_COLD_PERCENT = key(
            "auto.cold_percent",
            Kinds.from(1, 100),
            70,
            "when the cache is cold, results and exchanges go after this percentage of their turns");
    public static final Key<Integer> AUTO_SOFT_TOKENS =
            key("auto.soft_tokens", Kinds.COUNT, 15_000, "a history below this is left alone while the cache is warm");
    public static final Key<Integer> AUTO_PAYBACK_REQUESTS =
            key("auto.payback_requests", Kinds.COUNT, 12, "requests within which a rewrite must pay for itself");
    public static final Key<Integer> AUTO_LEAST_PERCENT = key(
            "auto.least_percent",
            Kinds.from(0, 100),
            10,
            "the percentage of the history that a rewrite must at least remove");
    public static final Key<Integer> AUTO_ARRIVAL_TOKENS = key(
            "auto.arrival_tokens",
            Kinds.COUNT,
            16_000,
            "outputs above this are shortened before they are first sent; files that were read only above a quarter of"
                    + " what fits");
    public static final Key<Integer> AUTO_LOAN_PERCENT = key(
            "auto.loan_percent",
            Kinds.from(0, 100),
            5,
            "the percentage of the cost of a session of 160 requests or more that a rewrite may cost before savings"
                    + " cover it; of shorter sessions at most 0.4%");

    public static final Key<Integer> NEWEST_RESULTS = key(
            "limits.newest_results", Kinds.COUNT, 8, "the newest results that stay as long as anything else can go");
    public static final Key<Integer> COMPACT_WINDOW_PERCENT = key(
            "compact.window_percent",
            Kinds.from(1, 100),
            90,
            "the part of the window at which compact replaces the history");
    public static final Key<Integer> COMPACT_WORDS_TOKENS = key(
            "compact.words_tokens", Kinds.COUNT, 20_000, "how much of the user's newest words compact keeps verbatim");
    public static final Key<Integer> COMPACT_SHRINK_PERCENT = key(
            "compact.shrink_percent",
            Kinds.from(0, 100),
            50,
            "the part by which a summary must be shorter than what it replaces");
    public static final Key<Integer> COMPACT_AHEAD_PERCENT = key(
            "compact.ahead_percent",
            Kinds.from(0, 100),
            75,
            "the part of the mark above which a summary is written ahead");
    public static final Key<Integer> COMPACT_REFILLS =
            key("compact.refills", Kinds.COUNT, 3, "compactions in a row that may leave the prompt nearly full");
    public static final Key<Integer> COMPACT_IDLE_MINUTES = key(
            "compact.idle_minutes", Kinds.COUNT, 60, "the pause after which compact clears old results; 0 for never");
    public static final Key<Integer> COMPACT_IDLE_RESULTS =
            key("compact.idle_results", Kinds.COUNT, 5, "the newest results that stay after such a pause");
    public static final Key<Integer> RETRIEVAL_SNIPPETS =
            key("retrieval.snippets", Kinds.COUNT, 8, "how many snippets of what was removed come back unasked");
    public static final Key<Integer> RETRIEVAL_CHARACTERS =
            key("retrieval.characters", Kinds.COUNT, 6_000, "how many characters they may have together");
    public static final Key<Integer> RECALL_OPENING_TOKENS = key(
            "recall.opening_tokens", Kinds.COUNT, 6_000, "the smallest prompt that is worth declaring tools of ours");

    static final List<Key<?>> ALL = List.of(
            POLICY,
            TODO,
            TODO_CHARACTERS,
            PINNED_CHARACTERS,
            ANCHOR_CHARACTERS,
            WINDOWS,
            PRICES,
            WORKING_BODY_BYTES,
            LEARNED_WINDOW_DAYS,
            UNKNOWN_WINDOW_TOKENS,
            ANSWER_TOKENS,
            OVERFLOW_RETRIES,
            LOCAL_ROUNDS,
            CACHEABLE_TOKENS,
            SILENT_PROMPTS,
            AUTO_OUTPUT_TURNS,
            AUTO_FILE_TURNS,
            AUTO_EXCHANGE_TURNS,
            AUTO_LATE_TURN,
            AUTO_COLD_PERCENT,
            AUTO_SOFT_TOKENS,
            AUTO_PAYBACK_REQUESTS,
            AUTO_LEAST_PERCENT,
            AUTO_ARRIVAL_TOKENS,
            AUTO_LOAN_PERCENT,
            NEWEST_RESULTS,
            COMPACT_WINDOW_PERCENT,
            COMPACT_WORDS_TOKENS,
            COMPACT_SHRINK_PERCENT,
            COMPACT_AHEAD_PERCENT,
            COMPACT_REFILLS,
            COMPACT_IDLE_MINUTES,
            COMPACT_IDLE_RESULTS,
            RETRIEVAL_SNIPPETS,
            RETRIEVAL_CHARACTERS,
            RECALL_OPENING_TOKENS);

    private WorkingSetKeys() {}
}
