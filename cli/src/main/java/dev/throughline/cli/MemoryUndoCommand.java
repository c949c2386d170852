package dev.throughline.cli;

import dev.throughline.server.json.UndoneChange;
import java.util.Map;
import java.util.Optional;

/** {@code throughline memory undo}: undoes or redoes the newest change to memory. */
final class MemoryUndoCommand extends MemoryCommand {
    private final Option<Boolean> redo = flag("--redo", "apply the undone change again, if nothing has changed since");
    private final Option<Boolean> json = jsonFlag();

    MemoryUndoCommand(CommandEnvironment environment) {
        super(environment, "Undoes the newest change to memory. Repeat it to undo earlier changes.");
    }

    @Override
    public int run() {
        return withMemory(opened -> {
            Optional<UndoneChange> undone = redo.value()
                    ? UndoneChange.redo(opened.memory().workspace())
                    : UndoneChange.undo(opened.memory().workspace());
            String sentence = undone.map(UndoneChange::description)
                    .orElseGet(() -> redo.value() ? "there is nothing to redo" : "there is nothing to undo");
            report(
                    json.value(),
                    sentence,
                    undone.<Object>map(UndoneChange::view).orElse(Map.of()));
            return undone.isPresent() ? OK : FAILED;
        });
    }
}
