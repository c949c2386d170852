package dev.throughline.app.house;

import dev.throughline.app.config.State;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.engine.state.StatePacking;
import dev.throughline.store.file.note.SharedTodo;
import dev.throughline.workingset.fragment.StateBlock;

/** The packing of notes that the configuration asks for. */
final class Packing {
    private Packing() {}

    static StatePacking of(State state, StateNotes own) {
        StateNotes notes = state.todo()
                .file()
                .<StateNotes>map(file -> new SharedTodo(own, file))
                .orElse(own);
        StateBlock.Caps usual = StateBlock.Caps.USUAL;
        int todo = state.todo().isTold() ? state.todoCharacters() : 0;
        return new StatePacking(notes, new StateBlock.Caps(usual.pinned(), usual.anchor(), todo, usual.memory()));
    }
}
