package dev.throughline.app.command;

import dev.throughline.app.library.CardJson;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline sessions}: what was kept, newest first, sub-agents below the session that started them. */
final class SessionsCommand implements Command {
    private static final int KEY_LETTERS = 24;
    private static final int MODEL_LETTERS = 24;
    private static final int USUAL = 50;

    private final Desk desk;

    SessionsCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Lists sessions; 'show' and 'export' look into one.");
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

    @Override
    public int run(ParseResult given) {
        int limit = given.matchedOptionValue("--limit", USUAL);
        List<SessionCard> cards =
                desk.read(given, library -> library.listed(limit)).orElse(List.of());
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartArray();
                cards.forEach(card -> CardJson.write(card, json));
                json.writeEndArray();
            });
        } else if (!cards.isEmpty()) {
            table(cards).print(desk.screen());
        }
        return OK;
    }

    private Table table(List<SessionCard> cards) {
        Table table = new Table("AGE", "CLIENT", "MODEL", ">TURNS", ">ITEMS", ">TOKENS", "KEY", "ID");
        Set<SessionId> here = cards.stream().map(card -> card.ref().id()).collect(Collectors.toSet());
        for (SessionCard card : cards) {
            if (card.parent().filter(here::contains).isEmpty()) {
                family(card, cards, "").forEach(row -> table.row(row.toArray(String[]::new)));
            }
        }
        return table;
    }

    private List<List<String>> family(SessionCard card, List<SessionCard> cards, String indent) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(card, indent));
        for (SessionCard child : cards) {
            if (child.parent().equals(Optional.of(card.ref().id()))) {
                rows.addAll(family(child, cards, indent + (indent.isEmpty() ? "└ " : "  ")));
            }
        }
        return rows;
    }

    private List<String> row(SessionCard card, String indent) {
        return List.of(
                Screen.age(card.updated(), desk.clock().instant()),
                indent + Screen.firstWords(card.client(), MODEL_LETTERS),
                Screen.firstWords(card.model(), MODEL_LETTERS),
                Long.toString(card.turns()),
                Long.toString(card.items()),
                Long.toString(card.tokens()),
                Screen.firstWords(card.key().text(), KEY_LETTERS),
                card.ref().id().toString());
    }
}
