package dev.throughline.cli;

import dev.throughline.server.json.MemoryViews;

/** {@code throughline memory rm}: removes a page, which {@code memory undo} restores. */
final class MemoryRemoveCommand extends MemoryCommand {
    private final Option<String> path = parameter(0, "1", "PATH", "the path of the page in the workspace");
    private final Option<Boolean> json = jsonFlag();

    MemoryRemoveCommand(CommandEnvironment environment) {
        super(environment, "Removes a page of memory. 'throughline memory undo' restores it.");
    }

    @Override
    public int run() {
        String name = path.value();
        if (name.isBlank()) {
            throw new IllegalArgumentException("no page given; 'throughline memory list' lists the pages");
        }
        return withMemory(opened -> {
            MemoryViews.RemovedPage removed = MemoryViews.RemovedPage.of(opened.delete("cli", name), name);
            report(
                    json.value(),
                    removed.removed()
                            ? "removed " + name + "; to restore it, run: throughline memory undo"
                            : name + " was edited in the meantime and was not removed",
                    removed);
            return removed.removed() ? OK : FAILED;
        });
    }
}
