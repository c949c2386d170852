package dev.throughline.app.command;

import dev.throughline.app.library.Library;
import dev.throughline.app.library.Outline;
import dev.throughline.app.library.ShortId;
import dev.throughline.model.SessionId;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline sessions}: what was kept, newest first, sub-agents below the session that started them. */
final class SessionsCommand implements Command {
    private static final int AGENT_LETTERS = 7;
    private static final int PROJECT_LETTERS = 10;
    private static final int TITLE_LETTERS = 17;
    private static final int WIDE_LETTERS = 60;
    private static final int USUAL = 50;
    private static final double MOST_PERCENT = 9_999;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

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
        spec.addOption(OptionSpec.builder("--wide")
                .description("also show model, folder and key, and shorten nothing")
                .build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        int limit = given.matchedOptionValue("--limit", USUAL);
        Listed listed = desk.read(given, library -> Listed.of(library, limit)).orElse(Listed.NONE);
        List<Outline> outlines = listed.outlines();
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartArray();
                outlines.forEach(outline -> outline.write(json));
                json.writeEndArray();
            });
        } else if (!outlines.isEmpty()) {
            table(listed, given.hasMatchedOption("--wide")).print(desk.screen());
        }
        return OK;
    }

    /** Sessions, and how short their names may be. */
    private record Listed(List<Outline> outlines, ShortId names) {
        private static final Listed NONE = new Listed(List.of(), ShortId.among(List.of(), List.of()));

        static Listed of(Library library, int limit) {
            List<Outline> outlines = library.outlines(limit);
            return new Listed(
                    outlines,
                    library.shortIds(outlines.stream().map(Outline::card).toList()));
        }
    }

    private static Table table(Listed listed, boolean isWide) {
        List<Outline> outlines = listed.outlines();
        Table table = isWide
                ? new Table("ID", "STARTED", "AGENT", "MODEL", "FOLDER", "TITLE", ">TURNS", ">TOKENS", ">COST", "KEY")
                : new Table("ID", "STARTED", "AGENT", "PROJECT", "TITLE", ">TURNS", ">TOKENS", ">COST");
        Set<SessionId> here =
                outlines.stream().map(outline -> outline.card().ref().id()).collect(Collectors.toSet());
        for (Outline outline : outlines) {
            if (outline.card().parent().filter(here::contains).isEmpty()) {
                family(outline, outlines, "")
                        .forEach(row ->
                                table.row((isWide ? wide(row) : narrow(row, listed.names())).toArray(String[]::new)));
            }
        }
        return table;
    }

    /** A session at its place below the one that started it. */
    private record Row(Outline outline, String indent) {}

    private static List<Row> family(Outline outline, List<Outline> outlines, String indent) {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(outline, indent));
        for (Outline child : outlines) {
            if (child.card().parent().equals(Optional.of(outline.card().ref().id()))) {
                rows.addAll(family(child, outlines, indent + (indent.isEmpty() ? "└ " : "  ")));
            }
        }
        return rows;
    }

    /** Eighty columns at most, as long as ids and numbers are of the usual length. */
    private static List<String> narrow(Row row, ShortId names) {
        Outline outline = row.outline();
        return List.of(
                names.of(outline.card().ref().id()),
                started(outline),
                Screen.firstWords(row.indent() + outline.card().client(), AGENT_LETTERS),
                Screen.firstWords(project(outline), PROJECT_LETTERS),
                Screen.firstWords(outline.title(), TITLE_LETTERS),
                Long.toString(outline.card().turns()),
                Screen.count(outline.tokens()),
                shortChange(outline));
    }

    private static List<String> wide(Row row) {
        Outline outline = row.outline();
        return List.of(
                outline.card().ref().id().toString(),
                started(outline),
                row.indent() + Screen.harmless(outline.card().client()),
                Screen.harmless(outline.card().model()),
                Screen.harmless(outline.folder().orElse("")),
                Screen.firstWords(outline.title(), WIDE_LETTERS),
                Long.toString(outline.card().turns()),
                Long.toString(outline.tokens()),
                change(outline),
                Screen.firstWords(outline.card().key().text(), WIDE_LETTERS));
    }

    private static String started(Outline outline) {
        return TIME.format(outline.card().created().atZone(ZoneId.systemDefault()));
    }

    /** The last name of the folder. */
    private static String project(Outline outline) {
        return outline.folder()
                .map(folder -> folder.substring(folder.lastIndexOf('/') + 1))
                .orElse("");
    }

    private static String change(Outline outline) {
        return outline.change().map(Screen::change).orElse("");
    }

    /** In six letters at most. */
    private static String shortChange(Outline outline) {
        return outline.change()
                .map(part -> Math.abs(part) < 1
                        ? Screen.change(part)
                        : String.format(Locale.ROOT, "%+.0f%%", Math.min(MOST_PERCENT, 100 * part)))
                .orElse("");
    }
}
