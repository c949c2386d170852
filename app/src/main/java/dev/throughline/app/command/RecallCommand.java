package dev.throughline.app.command;

import dev.throughline.app.library.EntryJson;
import dev.throughline.app.library.Library;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Bytes;
import java.util.List;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** {@code throughline recall}: pieces of a session, exactly: by handle, by range, by words. */
final class RecallCommand implements Command {
    private static final long USUAL = 20;

    private final Desk desk;

    RecallCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Brings pieces of a session back.",
                        "With --id the exact bytes of one, as they were sent; else a page of them, in their order or,"
                                + " with --query, those that hold the words.");
        spec.addPositional(Flags.idOfSession());
        OptionSpec id = OptionSpec.builder("--id")
                .paramLabel("HANDLE")
                .type(String.class)
                .description("the piece with this handle")
                .build();
        OptionSpec query = OptionSpec.builder("--query")
                .paramLabel("TEXT")
                .type(String.class)
                .description("pieces that hold these words, the best first")
                .build();
        spec.addArgGroup(
                ArgGroupSpec.builder().exclusive(true).addArg(id).addArg(query).build());
        spec.addOption(number("--offset", 0, "how many to skip"));
        spec.addOption(number("--limit", USUAL, "how many to print"));
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    private static OptionSpec number(String name, long usual, String about) {
        return OptionSpec.builder(name)
                .paramLabel("N")
                .type(long.class)
                .defaultValue(Long.toString(usual))
                .description(about + " (default: ${DEFAULT-VALUE})")
                .build();
    }

    @Override
    public int run(ParseResult given) {
        return desk.read(given, library -> recall(library, given)).orElse(FAILED);
    }

    private int recall(Library library, ParseResult given) {
        String session = Flags.session(given);
        Recall recall = library.recall(library.named(session).ref().id(), desk.wires());
        if (given.hasMatchedOption("--id")) {
            one(recall.named(given.matchedOptionValue("--id", "")), recall, given.hasMatchedOption("--json"));
            return OK;
        }
        long offset = given.matchedOptionValue("--offset", 0L);
        long limit = given.matchedOptionValue("--limit", USUAL);
        Recall.Found found = given.hasMatchedOption("--query")
                ? recall.matching(given.matchedOptionValue("--query", ""), offset, limit)
                : recall.page(offset, limit);
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> write(found, recall, json));
        } else {
            print(found, recall);
        }
        return OK;
    }

    /** The exact bytes and nothing else, not even a line end. */
    private void one(Recall.Finding finding, Recall recall, boolean isJson) {
        if (isJson) {
            desk.print(json -> write(finding, recall, json));
            return;
        }
        Bytes exact = finding.exact();
        desk.screen().out().write(exact.array(), exact.offset(), exact.length());
        desk.screen().out().flush();
    }

    private void print(Recall.Found found, Recall recall) {
        Screen screen = desk.screen();
        for (Recall.Finding finding : found.findings()) {
            String head =
                    finding.node().id().handle() + "  " + finding.node().kind().word()
                            + finding.node()
                                    .tool()
                                    .map(tool -> " " + Screen.harmless(tool))
                                    .orElse("") + "  "
                            + finding.node().at();
            screen.out().println(screen.paint(Screen.Colour.HEADING, head));
            List<String> lines =
                    recall.text(finding.node()).lines().map(Screen::harmless).toList();
            lines.forEach(screen.out()::println);
            screen.out().println();
        }
        if (found.remaining() > 0) {
            long next = found.offset() + found.findings().size();
            screen.say(found.remaining() + " more; go on with --offset " + next);
        }
    }

    private static void write(Recall.Found found, Recall recall, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("findings");
        json.writeStartArray();
        found.findings().forEach(finding -> write(finding, recall, json));
        json.writeEndArray();
        json.writeNumberProperty("offset", found.offset());
        json.writeNumberProperty("limit", found.limit());
        json.writeNumberProperty("remaining", found.remaining());
        json.writeEndObject();
    }

    private static void write(Recall.Finding finding, Recall recall, JsonGenerator json) {
        json.writeStartObject();
        EntryJson.fields(finding.node(), json);
        json.writeStringProperty("text", recall.text(finding.node()));
        json.writeStringProperty("exact", finding.exact().utf8());
        json.writeEndObject();
    }
}
