package dev.throughline.cli;

import dev.throughline.memory.workspace.ChangeResult;

/** {@code throughline memory rm}: removes a page; an undo brings it back. */
final class MemoryRemoveCommand extends TypedCommand {
    private final CommandOption<String> path = parameter(0, "1", "PATH", "the path of the page in the workspace");
    private final CommandOption<Boolean> json = jsonFlag();
    private final MemoryAccess memory = new MemoryAccess(this);

    MemoryRemoveCommand(CommandEnvironment environment) {
        super(environment, ConfigOptions.HOME, "Removes a page of memory. 'throughline memory undo' restores it.");
    }

    private record View(boolean removed, String path, long operation) {}

    @Override
    int run() {
        String name = path.value();
        if (name.isBlank()) {
            throw new IllegalArgumentException("no page given; 'throughline memory list' lists the pages");
        }
        return memory.with(opened -> {
            ChangeResult outcome = opened.delete("cli", name);
            boolean isGone =
                    outcome.results().stream().anyMatch(result -> result.effect() == ChangeResult.Effect.DELETED);
            memory.report(
                    json.value(),
                    isGone
                            ? "removed " + name + "; to restore it, run: throughline memory undo"
                            : name + " was edited in the meantime and was not removed",
                    new View(isGone, name, outcome.operation()));
            return isGone ? OK : FAILED;
        });
    }
}
