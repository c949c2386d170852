package dev.throughline.app.command.sight;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.app.command.Table;
import dev.throughline.app.library.CardJson;
import dev.throughline.app.library.Decisions;
import dev.throughline.app.library.DecisionsJson;
import dev.throughline.app.library.Library;
import dev.throughline.engine.archive.SessionCard;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline context list}: what the newest request of each session weighed, and what editing did to
 * its bill.
 */
public final class ListCommand implements Command {
    private static final int LETTERS = 24;
    private static final int USUAL = 20;

    private final Desk desk;

    public ListCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description("Lists sessions with the tokens of their newest request, their edits and the net change in"
                        + " what their input cost.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        spec.addOption(OptionSpec.builder("--limit")
                .paramLabel("N")
                .type(int.class)
                .defaultValue(Integer.toString(USUAL))
                .description("how many, newest first (default: ${DEFAULT-VALUE})")
                .build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    private record Row(SessionCard card, Decisions decisions) {}

    @Override
    public int run(ParseResult given) {
        int limit = given.matchedOptionValue("--limit", USUAL);
        List<Row> rows = desk.read(given, library -> rows(library, limit)).orElse(List.of());
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartArray();
                for (Row row : rows) {
                    json.writeStartObject();
                    json.writeName("session");
                    CardJson.write(row.card(), json);
                    DecisionsJson.fields(row.decisions(), json);
                    json.writeEndObject();
                }
                json.writeEndArray();
            });
        } else if (!rows.isEmpty()) {
            table(rows).print(desk.screen());
        }
        return OK;
    }

    private static List<Row> rows(Library library, int limit) {
        return library.listed(limit).stream()
                .map(card -> new Row(card, library.decisions(card.ref().id())))
                .toList();
    }

    private Table table(List<Row> rows) {
        Table table =
                new Table("AGE", "CLIENT", "MODEL", ">TURNS", ">TOKENS IN", ">FORWARDED", ">EDITS", ">COST", "ID");
        for (Row row : rows) {
            SessionCard card = row.card();
            table.row(
                    Screen.age(card.updated(), desk.clock().instant()),
                    Screen.firstWords(card.client(), LETTERS),
                    Screen.firstWords(card.model(), LETTERS),
                    Long.toString(card.turns()),
                    Long.toString(row.decisions().tokensIn()),
                    Long.toString(row.decisions().tokensForwarded()),
                    Long.toString(row.decisions().edits()),
                    Screen.change(row.decisions().bill().change()),
                    card.ref().id().toString());
        }
        return table;
    }
}
