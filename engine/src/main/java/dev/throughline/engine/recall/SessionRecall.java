package dev.throughline.engine.recall;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.LocalToolCatalog;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.state.StateBlockWriter;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import dev.throughline.workingset.fragment.StateBlock;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What comes back into a prompt: what memory says, the session's notes and what its newest words are about, put before
 * the newest message, and whatever the model asks for with a tool of ours. Safe for use by many threads.
 */
public final class SessionRecall implements SessionState, LocalToolCatalog, LocalTools {
    private static final int MIN_CHARACTERS = 1_000;
    private static final String STATE = "<throughline_state>";
    private static final LocalTool RECALL =
            new LocalTool(RecallTool.NAME, RecallTool.description(), RecallTool.schema());

    /**
     * How much comes back, and how.
     *
     * @param rules which policy holds for a turn
     * @param snippetLimits how much is brought back unasked
     * @param leastTokens as many tokens a prompt must have to be worth the price of declaring tools
     * @param memoryTools all tools of memory that there are, also where there is no memory now
     * @param mask takes secrets out of a text
     */
    public record Settings(
            PolicyRules rules,
            SnippetFinder.SnippetLimits snippetLimits,
            long leastTokens,
            List<LocalTool> memoryTools,
            UnaryOperator<String> mask) {
        public Settings {
            memoryTools = List.copyOf(memoryTools);
        }
    }

    private final Settings settings;
    private final RecallCache cache;
    private final StateBlockWriter stateBlocks;
    private final Optional<? extends SessionMemory> memory;

    public SessionRecall(
            Settings settings, RecallCache views, StateBlockWriter packing, Optional<? extends SessionMemory> memory) {
        this.settings = settings;
        this.cache = views;
        this.stateBlocks = packing;
        this.memory = memory;
    }

    @Override
    public List<LocalTool> known() {
        return withRecall(settings.memoryTools());
    }

    @Override
    public List<LocalTool> offeredTo(RecordedTurn recorded) {
        return withRecall(memory.map(known -> known.tools(recorded)).orElse(List.of()));
    }

    private static List<LocalTool> withRecall(List<LocalTool> others) {
        List<LocalTool> tools = new ArrayList<>(List.of(RECALL));
        tools.addAll(others);
        return tools;
    }

    @Override
    public long leastTokens() {
        return settings.leastTokens();
    }

    @Override
    public Optional<String> block(StateRequest request) {
        List<String> blocks = new ArrayList<>();
        memory.flatMap(known -> known.block(request)).ifPresent(blocks::add);
        state(request).ifPresent(blocks::add);
        return blocks.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", blocks));
    }

    @Override
    public Optional<Notes> notes(SessionRef session) {
        return memory.flatMap(known -> known.notes(session));
    }

    /** The state of the session, if the model cannot read it as it is now; while nothing is gone, nothing is sought. */
    private Optional<String> state(StateRequest request) {
        SessionRef session = request.recorded().card().ref();
        List<StateBlock.Snippet> snippets = retrievesSnippets(request)
                ? cache.read(session, recall -> SnippetFinder.of(recall, scope(request, recall), request.words()))
                : List.of();
        Optional<String> newest = request.readable().reversed().stream()
                .filter(block -> block.contains(STATE))
                .findFirst();
        return stateBlocks
                .block(session, showsSummary(request), snippets)
                .filter(block -> newest.isEmpty() || !newest.get().endsWith(block));
    }

    /**
     * Whether what edits removed is looked up. Under {@code auto}, only if whole exchanges are gone: a stub says what
     * stood in its place, and bringing back what it names cost 1.3 points of the bill for 0.1 of coverage.
     */
    private boolean retrievesSnippets(StateRequest request) {
        return request.log().hasForced()
                || (!isUnder(Auto.class, request) && request.log().hasHidden());
    }

    /**
     * Whether the session's notes are told: once, when exchanges are gone. Before that the model can read what they
     * tell; and where a compaction is made of them, they stand there.
     */
    private boolean showsSummary(StateRequest request) {
        return !isUnder(Compact.class, request)
                && request.log().hasForced()
                && request.readable().stream().noneMatch(block -> block.contains("<anchor>"));
    }

    private boolean isUnder(Class<? extends Policy> policy, StateRequest request) {
        return settings.rules()
                .of(request.recorded().turn().run())
                .filter(rule -> policy.isInstance(rule.policy()))
                .isPresent();
    }

    private SnippetFinder.Scope scope(StateRequest request, Recall recall) {
        return new SnippetFinder.Scope(
                finder(request.recorded().card().ref(), recall),
                HiddenNodes.under(request.log(), recall),
                settings.mask(),
                !request.log().tools().isEmpty(),
                settings.snippetLimits());
    }

    private PieceFinder finder(SessionRef session, Recall recall) {
        return memory.map(known -> known.finder(session, recall)).orElseGet(recall::finder);
    }

    @Override
    public ToolAnswer answer(RecordedTurn recorded, LocalCall call, long roomTokens) {
        SessionRef session = recorded.card().ref();
        TokenCount count = TokenCount.of(recorded.turn().request().model());
        int room = (int) Math.min(Integer.MAX_VALUE, count.characters(Math.max(0, roomTokens)));
        if (!call.name().equals(RecallTool.NAME)) {
            return memory.map(known -> cut(known.answer(session, call), room))
                    .orElseGet(() -> new ToolAnswer("There is no tool " + call.name() + " here.", /* isError= */ true));
        }
        return cache.read(
                session,
                recall -> RecallTool.answer(
                        call.arguments(),
                        new RecallTool.Session(
                                recall, finder(session, recall), HiddenNodes.in(recall), settings.mask(), room)));
    }

    /** As much of an answer as there is room for in the prompt, and at least a few lines. */
    private static ToolAnswer cut(ToolAnswer said, int room) {
        int most = Math.max(MIN_CHARACTERS, room);
        return said.text().length() <= most
                ? said
                : new ToolAnswer(
                        TextCut.to(said.text(), most) + "\n[… cut: there is no room for more; ask for less]",
                        said.isError());
    }
}
