package dev.throughline.app.house;

import dev.throughline.app.config.State;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.recall.Hidden;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.recall.Snippets;
import dev.throughline.engine.recall.Views;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.engine.state.StatePacking;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.note.SharedTodo;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.fragment.StateBlock;
import java.util.List;
import java.util.Optional;

/**
 * What comes back into a prompt that edits made smaller: the session's notes and what its newest words are about,
 * packed
 * into the newest message, and whatever the model asks for with a tool of ours. Safe for use by many threads.
 */
final class Recollection {
    private final Views views;
    private final StatePacking packing;

    private final boolean isEager;

    /**
     * Recollection from a store.
     *
     * @param isEager whether results that were cleared are brought back too, and not only what is gone as a whole. A
     * stub
     *     says what stood in its place; bringing back what it names cost 1.3 points of the bill for 0.1 of coverage
     */
    Recollection(Store store, State state, boolean isEager) {
        this.views = new Views(store, Wires::of);
        this.packing = packing(state, store.notes());
        this.isEager = isEager;
    }

    private static StatePacking packing(State state, StateNotes own) {
        StateNotes notes = state.todo()
                .file()
                .<StateNotes>map(file -> new SharedTodo(own, file))
                .orElse(own);
        StateBlock.Caps usual = StateBlock.Caps.USUAL;
        int todo = state.todo().isTold() ? state.todoCharacters() : 0;
        return new StatePacking(notes, new StateBlock.Caps(usual.pinned(), usual.anchor(), todo, usual.memory()));
    }

    /** The tools that a model is offered. */
    static List<LocalTool> offered() {
        return List.of(new LocalTool(RecallTool.NAME, RecallTool.description(), RecallTool.schema()));
    }

    /** The block to pack before these words of the user; while nothing is gone, nothing is looked up. */
    Optional<String> block(SessionRef session, String words, EditLog log) {
        boolean isWanted = log.hasReplaces() || (isEager && log.hasHidden());
        List<StateBlock.Snippet> snippets =
                isWanted ? views.look(session, recall -> Snippets.of(recall, words, Hidden.in(recall))) : List.of();
        return packing.block(session, snippets);
    }

    /** Answers a call of one of the tools. */
    LocalTools.Said answer(Recorded recorded, LocalCall call, long roomTokens) {
        if (!call.name().equals(RecallTool.NAME)) {
            return new LocalTools.Said("There is no tool " + call.name() + " here.", /* isError= */ true);
        }
        TokenCount count = TokenCount.of(recorded.turn().request().model());
        int room = (int) Math.min(Integer.MAX_VALUE, count.characters(Math.max(0, roomTokens)));
        RecallTool.Answer answer = views.look(
                recorded.card().ref(),
                recall -> RecallTool.answer(
                        call.arguments(), new RecallTool.Session(recall, recall.finder(), Hidden.in(recall), room)));
        return new LocalTools.Said(answer.text(), answer.isError());
    }
}
