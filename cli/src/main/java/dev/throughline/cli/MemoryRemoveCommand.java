package dev.throughline.cli;

import dev.throughline.memory.workspace.ChangeResult;

/** {@code throughline memory rm}: removes a page; an undo brings it back. */
final class MemoryRemoveCommand extends TypedCommand {
    private final CommandOption<String> path = parameter(0, "1", "PATH", "its path in the workspace");
    private final CommandOption<Boolean> json = jsonFlag();
    private final MemoryAccess memory = new MemoryAccess(this);

    MemoryRemoveCommand(CommandEnvironment environment) {
        super(environment, ConfigOptions.HOME, "Removes a page of memory. 'throughline memory undo' brings it back.");
    }

    private record View(boolean removed, String path, long operation) {}

    @Override
    int run() {
        String name = path.value();
        if (name.isBlank()) {
            throw new IllegalArgumentException("expected the path of a page, found none");
        }
        return memory.with(room -> {
            ChangeResult outcome = room.delete("cli", name);
            boolean isGone =
                    outcome.results().stream().anyMatch(result -> result.effect() == ChangeResult.Effect.DELETED);
            memory.report(
                    json.value(),
                    isGone
                            ? "removed " + name + "; 'throughline memory undo' brings it back"
                            : name + " was edited meanwhile and stays",
                    new View(isGone, name, outcome.operation()));
            return isGone ? OK : FAILED;
        });
    }
}
