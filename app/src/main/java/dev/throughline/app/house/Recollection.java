package dev.throughline.app.house;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.PolicyName;
import dev.throughline.app.config.State;
import dev.throughline.app.learn.MemoryHouse;
import dev.throughline.app.remember.SessionTools;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.OfferedTools;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.recall.Finder;
import dev.throughline.engine.recall.Hidden;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.recall.Snippets;
import dev.throughline.engine.recall.Views;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.engine.state.StatePacking;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.note.SharedTodo;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.fragment.StateBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What comes back into a prompt: what memory says, the session's notes and what its newest words are about, packed into
 * the newest message, and whatever the model asks for with a tool of ours. Safe for use by many threads.
 */
final class Recollection implements SessionState, OfferedTools {
    private static final int LEAST_CHARACTERS = 1_000;
    private static final String STATE = "<throughline_state>";

    private final Views views;
    private final StatePacking packing;
    private final Optional<MemoryHouse> memory;
    private final Function<Optional<String>, PolicyName> policies;
    private final Snippets.Most most;
    private final long leastTokens;

    /** Recollection from a store, and from memory if there is one. */
    Recollection(
            Config config,
            Function<Optional<String>, PolicyName> policies,
            StateNotes notes,
            Views views,
            Optional<MemoryHouse> memory) {
        this.views = views;
        this.packing = packing(config, notes);
        this.memory = memory;
        this.policies = policies;
        this.most = config.working().retrieval();
        this.leastTokens = config.working().openingTokens();
    }

    private static StatePacking packing(Config config, StateNotes own) {
        State state = config.state();
        StateNotes notes = state.todo()
                .file()
                .<StateNotes>map(file -> new SharedTodo(own, file))
                .orElse(own);
        int todo = state.todo().isTold() ? state.todoCharacters() : 0;
        return new StatePacking(
                notes,
                new StateBlock.Caps(
                        state.pinnedCharacters(),
                        state.anchorCharacters(),
                        todo,
                        config.working().retrieval().characters()),
                SessionNotes::told);
    }

    @Override
    public List<LocalTool> known() {
        List<LocalTool> tools = new ArrayList<>(List.of(recall()));
        tools.addAll(MemoryHouse.knownTools());
        return tools;
    }

    @Override
    public List<LocalTool> to(Recorded recorded) {
        List<LocalTool> tools = new ArrayList<>(List.of(recall()));
        memory.ifPresent(house -> tools.addAll(house.tools(recorded)));
        return tools;
    }

    @Override
    public long leastTokens() {
        return leastTokens;
    }

    private static LocalTool recall() {
        return new LocalTool(RecallTool.NAME, RecallTool.description(), RecallTool.schema());
    }

    @Override
    public Optional<String> block(Moment moment) {
        List<String> blocks = new ArrayList<>();
        memory.flatMap(house -> house.block(moment)).ifPresent(blocks::add);
        state(moment).ifPresent(blocks::add);
        return blocks.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", blocks));
    }

    @Override
    public Optional<Notes> notes(SessionRef session) {
        return memory.flatMap(house -> house.notes(session));
    }

    /** The state of the session, if the model cannot read it as it is now; while nothing is gone, nothing is sought. */
    private Optional<String> state(Moment moment) {
        SessionRef session = moment.recorded().card().ref();
        List<StateBlock.Snippet> snippets = isSought(moment)
                ? views.look(session, recall -> Snippets.of(recall, sight(moment, recall), moment.words()))
                : List.of();
        Optional<String> newest = moment.readable().reversed().stream()
                .filter(block -> block.contains(STATE))
                .findFirst();
        return packing.block(session, isAnchored(moment), snippets)
                .filter(block -> newest.isEmpty() || !newest.get().endsWith(block));
    }

    /**
     * Whether what edits removed is looked up. Under {@code auto}, only if whole exchanges are gone: a stub says what
     * stood in its place, and bringing back what it names cost 1.3 points of the bill for 0.1 of coverage.
     */
    private boolean isSought(Moment moment) {
        EditLog log = moment.log();
        return log.hasForced() || (policy(moment) != PolicyName.AUTO && log.hasHidden());
    }

    /**
     * Whether the session's notes are told: once, when exchanges are gone. Before that the model can read what they
     * tell; and where a compaction is made of them, they stand there.
     */
    private boolean isAnchored(Moment moment) {
        return policy(moment) != PolicyName.COMPACT
                && moment.log().hasForced()
                && moment.readable().stream().noneMatch(block -> block.contains("<anchor>"));
    }

    private PolicyName policy(Moment moment) {
        return policies.apply(moment.recorded().turn().run());
    }

    private Snippets.Sight sight(Moment moment, Recall recall) {
        SessionRef session = moment.recorded().card().ref();
        return new Snippets.Sight(
                finder(session, recall),
                Hidden.under(moment.log(), recall),
                SessionTools::masked,
                !moment.log().tools().isEmpty(),
                most);
    }

    private Finder finder(SessionRef session, Recall recall) {
        return memory.map(house -> house.finder(session, recall)).orElseGet(recall::finder);
    }

    /** As much of an answer as there is room for in the prompt, and at least a few lines. */
    private static LocalTools.Said cut(LocalTools.Said said, int room) {
        int most = Math.max(LEAST_CHARACTERS, room);
        if (said.text().length() <= most) {
            return said;
        }
        int end = Character.isHighSurrogate(said.text().charAt(most - 1)) ? most - 1 : most;
        return new LocalTools.Said(
                said.text().substring(0, end) + "\n[… cut: there is no room for more; ask for less]", said.isError());
    }

    /** Answers a call of one of the tools. */
    LocalTools.Said answer(Recorded recorded, LocalCall call, long roomTokens) {
        SessionRef session = recorded.card().ref();
        TokenCount count = TokenCount.of(recorded.turn().request().model());
        int room = (int) Math.min(Integer.MAX_VALUE, count.characters(Math.max(0, roomTokens)));
        if (!call.name().equals(RecallTool.NAME)) {
            return memory.map(house -> cut(house.answer(session, call), room))
                    .orElseGet(() ->
                            new LocalTools.Said("There is no tool " + call.name() + " here.", /* isError= */ true));
        }
        RecallTool.Answer answer = views.look(
                session,
                recall -> RecallTool.answer(
                        call.arguments(),
                        new RecallTool.Session(
                                recall, finder(session, recall), Hidden.in(recall), SessionTools::masked, room)));
        return new LocalTools.Said(answer.text(), answer.isError());
    }
}
