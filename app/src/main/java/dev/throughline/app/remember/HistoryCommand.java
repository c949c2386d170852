package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.app.command.Table;
import dev.throughline.memory.workspace.Operation;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory history}: the newest changes of memory, by whomever. */
public final class HistoryCommand implements Command {
    private static final int USUAL = 20;
    private static final int MOST = 1_000;

    private final Desk desk;

    public HistoryCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description("Lists the newest changes of memory: which, when, by whom, and of which pages.");
        spec.addOption(OptionSpec.builder("--limit")
                .paramLabel("N")
                .type(int.class)
                .defaultValue(Integer.toString(USUAL))
                .description("how many to print (default: ${DEFAULT-VALUE})")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        int most = Rooms.limit(given, USUAL, MOST);
        return new Rooms(desk).with(given, room -> {
            List<Operation> operations = room.memory().workspace().operations(most);
            if (given.hasMatchedOption("--json")) {
                desk.print(json -> {
                    json.writeStartArray();
                    operations.forEach(each -> {
                        json.writeStartObject();
                        Told.operation(each, json);
                        json.writeEndObject();
                    });
                    json.writeEndArray();
                });
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
                    Undone.time(each),
                    Screen.harmless(each.by()),
                    each.of() == 0 ? kind : kind + " of " + each.of(),
                    Screen.harmless(Undone.pages(each)));
        }
        if (table.isEmpty()) {
            desk.screen().say("nothing was changed yet");
        } else {
            table.print(desk.screen());
        }
    }
}
