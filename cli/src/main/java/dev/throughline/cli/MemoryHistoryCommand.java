package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.json.UndoneChange;
import java.util.List;
import java.util.Locale;

/** {@code throughline memory history}: the newest changes of memory, by whomever. */
final class MemoryHistoryCommand extends TypedCommand {
    private static final int MOST = 1_000;

    private final CommandOption<Integer> limit = option("--limit", "N", 20, "how many to print");
    private final CommandOption<Boolean> json = jsonFlag();
    private final MemoryAccess memory = new MemoryAccess(this);

    MemoryHistoryCommand(CommandEnvironment environment) {
        super(environment, ConfigOptions.HOME, "Lists the newest changes of memory with time, author and pages.");
    }

    @Override
    int run() {
        int most = requireLimit(limit, MOST);
        return memory.with(opened -> {
            List<Operation> operations = opened.memory().workspace().operations(most);
            if (json.value()) {
                printJson(operations.stream().map(MemoryViews.Change::of).toList());
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
                    DisplayText.harmless(each.by()),
                    each.of() == 0 ? kind : kind + " of " + each.of(),
                    DisplayText.harmless(UndoneChange.pages(each)));
        }
        if (table.isEmpty()) {
            say("there are no changes yet");
        } else {
            table.print(screen());
        }
    }
}
