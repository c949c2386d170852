package dev.throughline.cli;

import dev.throughline.server.json.MemoryViews;

/** {@code throughline memory consolidate}: writes memory from finished sessions now instead of later. */
final class MemoryConsolidateCommand extends MemoryCommand {
    private final Option<Boolean> json = jsonFlag();

    MemoryConsolidateCommand(CommandEnvironment environment) {
        super(
                environment,
                "Consolidates finished sessions into memory now.",
                "Reads sessions that were idle for 6 hours and merges the result into MEMORY.md, the summary and"
                        + " skills. A gateway does this by itself, at most every 6 hours.");
    }

    @Override
    public int run() {
        String path = "memory/consolidate?project=" + projectParameter();
        return withGateway(gateway -> {
            MemoryViews.ConsolidatedSessions done = gateway.post(path, MemoryViews.ConsolidatedSessions.class);
            if (json.value()) {
                printJson(done);
            } else {
                printMessage(done.said());
            }
            return OK;
        });
    }
}
