package dev.throughline.cli;

import dev.throughline.server.rest.MemoryRestApi;

/** {@code throughline memory consolidate}: writes memory from finished sessions now, and not some time later. */
final class MemoryConsolidateCommand extends TypedCommand {
    private final CommandOption<Boolean> json = jsonFlag();
    private final MemoryAccess memory = new MemoryAccess(this);

    MemoryConsolidateCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.HOME,
                "Consolidates finished sessions into memory now.",
                "Reads sessions that were idle for 6 hours and merges the result into MEMORY.md, the summary and skills."
                        + " A gateway does this by itself, at most every 6 hours.");
    }

    @Override
    int run() {
        String path = "memory/consolidate?project=" + memory.encodedProject();
        return memory.withGateway(gateway -> {
            MemoryRestApi.Consolidated done = gateway.post(path, MemoryRestApi.Consolidated.class);
            if (json.value()) {
                printJson(done);
            } else {
                say(done.said());
            }
            return OK;
        });
    }
}
