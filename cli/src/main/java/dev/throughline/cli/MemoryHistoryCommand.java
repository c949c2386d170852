package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.json.UndoneChange;
import java.util.List;
import java.util.Locale;

/** {@code throughline memory history}: the newest changes to memory. */
final class MemoryHistoryCommand extends MemoryCommand {
    private static final int MAX = 1_000;

    private final Option<Integer> limit = option("--limit", "N", 20, "how many changes to print, newest first");
    private final Option<Boolean> json = jsonFlag();

    MemoryHistoryCommand(CommandEnvironment environment) {
        super(environment, "Lists the newest changes to memory with time, author and pages.");
    }

    @Override
    public int run() {
        int max = requireLimit(limit, MAX);
        return withMemory(opened -> {
            List<Operation> operations = opened.memory().workspace().operations(max);
            if (json.value()) {
                printJson(operations);
            } else {
                print(operations);
            }
            return OK;
        });
    }

    private void print(List<Operation> operations) {
        Table table = new Table(">NUMBER", "TIME", "BY", "WHAT", "PAGES");
        for (Operation each : operations) {
            String kind = each.kind().name().toLowerCase(Locale.ROOT);
            table.row(
                    Long.toString(each.number()),
                    UndoneChange.time(each),
                    DisplayText.printable(each.by()),
                    each.of() == 0 ? kind : kind + " of " + each.of(),
                    DisplayText.printable(UndoneChange.pages(each)));
        }
        if (table.isEmpty()) {
            printMessage("there are no changes yet");
        } else {
            table.print(screen());
        }
    }
}
