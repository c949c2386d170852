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
 * Returns archived content to the model: as the state block before the newest message (memory, the session's notes,
 * snippets about the newest text of the user), and as answers of the local tools. Safe for use by many threads.
 */
public final class SessionRecall implements SessionState, LocalToolCatalog, LocalTools {
    private static final int MIN_CHARACTERS = 1_000;
    private static final String STATE = "<throughline_state>";
    private static final LocalTool RECALL =
            new LocalTool(RecallTool.NAME, RecallTool.description(), RecallTool.schema());

    /**
     * Settings for the content that is returned.
     *
     * @param minPromptTokens the size of the smallest prompt to which local tools are added
     * @param memoryTools all memory tools, even if there is no memory now
     * @param mask removes secrets from a text
     */
    public record RecallSettings(
            PolicyRules rules,
            SnippetFinder.SnippetLimits snippetLimits,
            long minPromptTokens,
            List<LocalTool> memoryTools,
            UnaryOperator<String> mask) {
        public RecallSettings {
            memoryTools = List.copyOf(memoryTools);
        }
    }

    private final RecallSettings settings;
    private final RecallCache cache;
    private final StateBlockWriter stateBlocks;
    private final Optional<? extends SessionMemory> memory;

    public SessionRecall(
            RecallSettings settings,
            RecallCache cache,
            StateBlockWriter stateBlocks,
            Optional<? extends SessionMemory> memory) {
        this.settings = settings;
        this.cache = cache;
        this.stateBlocks = stateBlocks;
        this.memory = memory;
    }

    @Override
    public List<LocalTool> known() {
        return withRecall(settings.memoryTools());
    }

    @Override
    public List<LocalTool> offeredTo(RecordedTurn recorded) {
        return withRecall(memory.map(it -> it.tools(recorded)).orElse(List.of()));
    }

    private static List<LocalTool> withRecall(List<LocalTool> others) {
        List<LocalTool> tools = new ArrayList<>(List.of(RECALL));
        tools.addAll(others);
        return tools;
    }

    @Override
    public long minPromptTokens() {
        return settings.minPromptTokens();
    }

    @Override
    public Optional<String> block(StateRequest request) {
        List<String> blocks = new ArrayList<>();
        memory.flatMap(it -> it.block(request)).ifPresent(blocks::add);
        state(request).ifPresent(blocks::add);
        return blocks.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", blocks));
    }

    @Override
    public Optional<Notes> notes(SessionRef session) {
        return memory.flatMap(it -> it.notes(session));
    }

    /** The session's own state, unless the newest visible block already contains it. */
    private Optional<String> state(StateRequest request) {
        SessionRef session = request.recorded().card().ref();
        List<StateBlock.Snippet> snippets = retrievesSnippets(request)
                ? cache.read(session, recall -> SnippetFinder.of(recall, scope(request, recall), request.userText()))
                : List.of();
        Optional<String> newest = request.visibleBlocks().reversed().stream()
                .filter(block -> block.contains(STATE))
                .findFirst();
        return stateBlocks
                .block(session, showsSummary(request), snippets)
                .filter(block -> newest.isEmpty() || !newest.get().endsWith(block));
    }

    /**
     * Whether to search for snippets of removed content. With the policy {@code auto}, only if whole exchanges were
     * removed: a placeholder describes what it replaces, and in measurements snippets of such content raised the cost
     * by 1.3 points and coverage by only 0.1.
     */
    private boolean retrievesSnippets(StateRequest request) {
        return request.log().hasForced()
                || (!hasPolicy(Auto.class, request) && request.log().hasHidden());
    }

    /**
     * Whether to show the session's notes. They are shown once, after exchanges were removed. Before that the model can
     * read the content that they describe, and with the policy {@code compact} they may be the summary itself.
     */
    private boolean showsSummary(StateRequest request) {
        return !hasPolicy(Compact.class, request)
                && request.log().hasForced()
                && request.visibleBlocks().stream().noneMatch(block -> block.contains("<anchor>"));
    }

    private boolean hasPolicy(Class<? extends Policy> policy, StateRequest request) {
        return settings.rules()
                .of(request.recorded().turn().run())
                .filter(rule -> policy.isInstance(rule.policy()))
                .isPresent();
    }

    private SnippetFinder.SnippetScope scope(StateRequest request, Recall recall) {
        return new SnippetFinder.SnippetScope(
                finder(request.recorded().card().ref(), recall),
                HiddenNodes.under(request.log(), recall),
                settings.mask(),
                !request.log().tools().isEmpty(),
                settings.snippetLimits());
    }

    private PieceFinder finder(SessionRef session, Recall recall) {
        return memory.map(it -> it.finder(session, recall)).orElseGet(recall::finder);
    }

    @Override
    public ToolAnswer answer(RecordedTurn recorded, LocalCall call, long maxTokens) {
        SessionRef session = recorded.card().ref();
        TokenCount count = TokenCount.of(recorded.turn().request().model());
        int maxCharacters = (int) Math.min(Integer.MAX_VALUE, count.characters(Math.max(0, maxTokens)));
        if (!call.name().equals(RecallTool.NAME)) {
            return memory.map(it -> cut(it.answer(session, call), maxCharacters))
                    .orElseGet(() -> new ToolAnswer("There is no tool " + call.name() + " here.", /* isError= */ true));
        }
        return cache.read(
                session,
                recall -> RecallTool.answer(
                        call.arguments(),
                        new RecallTool.RecallScope(
                                recall,
                                finder(session, recall),
                                HiddenNodes.in(recall),
                                settings.mask(),
                                maxCharacters)));
    }

    /** An answer, cut to the size that fits into the prompt, but never to less than a few lines. */
    private static ToolAnswer cut(ToolAnswer answer, int maxCharacters) {
        int limit = Math.max(MIN_CHARACTERS, maxCharacters);
        return answer.text().length() <= limit
                ? answer
                : new ToolAnswer(
                        TextCut.to(answer.text(), limit) + "\n[… cut: there is no room for more; ask for less]",
                        answer.isError());
    }
}
