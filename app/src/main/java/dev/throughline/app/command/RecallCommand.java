package dev.throughline.app.command;

import dev.throughline.app.library.EntryJson;
import dev.throughline.app.library.Library;
import dev.throughline.app.remember.SessionTools;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Bytes;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** {@code throughline recall}: pieces of a session, exactly: by handle, by range, by words. */
final class RecallCommand implements Command {
    private static final long USUAL = 20;

    /** Of a piece that was found by its words, so much is printed at most: the lines that match. */
    private static final int MATCHING_CHARACTERS = 1_200;

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
                                + " with --query, the lines that hold the words.");
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
        spec.addOption(OptionSpec.builder("--secrets")
                .description("show secrets, which are masked else")
                .build());
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
        long offset = given.matchedOptionValue("--offset", 0L);
        if (offset < 0) {
            throw new IllegalArgumentException("expected an --offset of 0 or more, found " + offset);
        }
        long limit = given.matchedOptionValue("--limit", USUAL);
        if (limit < 1) {
            throw new IllegalArgumentException("expected a --limit above 0, found " + limit);
        }
        return desk.read(given, library -> recall(library, given, offset, limit))
                .orElse(FAILED);
    }

    private int recall(Library library, ParseResult given, long offset, long limit) {
        String session = Flags.session(given);
        UnaryOperator<String> mask =
                given.hasMatchedOption("--secrets") ? UnaryOperator.identity() : SessionTools::masked;
        Recall recall = library.recall(library.named(session).ref().id(), desk.wires());
        if (given.hasMatchedOption("--id")) {
            one(new Shown(recall, mask, Optional.empty()), given);
            return OK;
        }
        Optional<String> query = given.hasMatchedOption("--query")
                ? Optional.of(given.matchedOptionValue("--query", ""))
                : Optional.empty();
        Recall.Found found =
                query.map(words -> recall.matching(words, offset, limit)).orElseGet(() -> recall.page(offset, limit));
        Shown shown = new Shown(recall, mask, query);
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> write(found, shown, json));
        } else {
            print(found, shown);
        }
        if (found.findings().isEmpty() && offset > 0) {
            desk.screen().say("nothing is left after the first " + offset + " pieces; ask with a smaller --offset");
        } else if (query.isPresent() && found.findings().isEmpty()) {
            desk.screen().say("nothing in this session matches '" + Screen.harmless(query.get()) + "'");
        }
        return OK;
    }

    /** What is recalled from, what takes secrets out of it, and the words that were asked for. */
    private record Shown(Recall recall, UnaryOperator<String> mask, Optional<String> query) {
        /** All of a text, or the lines that match. */
        String lines(String text) {
            return query.map(words -> recall.matchingLines(text, words, MATCHING_CHARACTERS))
                    .orElse(text);
        }

        String text(Recall.Finding finding) {
            return mask.apply(recall.text(finding.node()));
        }

        /** The exact bytes; those of a text with a secret in it are other ones. */
        Bytes exact(Recall.Finding finding) {
            String plain = finding.exact().utf8();
            String masked = mask.apply(plain);
            return masked.equals(plain) ? finding.exact() : Bytes.of(masked);
        }
    }

    /** The exact bytes and nothing else, not even a line end. */
    private void one(Shown shown, ParseResult given) {
        Recall.Finding finding = shown.recall().named(given.matchedOptionValue("--id", ""));
        Bytes exact = shown.exact(finding);
        if (!exact.equals(finding.exact())) {
            desk.screen().say("a secret in it is masked; --secrets shows it");
        }
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> write(finding, shown, json));
            return;
        }
        desk.screen().out().write(exact.array(), exact.offset(), exact.length());
        desk.screen().out().flush();
    }

    private void print(Recall.Found found, Shown shown) {
        Screen screen = desk.screen();
        for (Recall.Finding finding : found.findings()) {
            String head = finding.node().item().handle() + "  "
                    + finding.node().kind().word()
                    + finding.node()
                            .tool()
                            .map(tool -> " " + Screen.harmless(tool))
                            .orElse("") + "  "
                    + finding.node().at().truncatedTo(ChronoUnit.SECONDS);
            screen.out().println(screen.paint(Screen.Colour.HEADING, head));
            String text = shown.text(finding);
            String lines = shown.lines(text);
            lines.lines().map(Screen::harmless).forEach(screen.out()::println);
            if (lines.length() < text.length()) {
                screen.out()
                        .println("(" + lines.length() + " of " + text.length() + " characters; --id "
                                + finding.node().item().handle() + " shows all)");
            }
            screen.out().println();
        }
        if (found.remaining() > 0) {
            long next = found.offset() + found.findings().size();
            screen.say(found.remaining() + " more; go on with --offset " + next);
        }
    }

    private static void write(Recall.Found found, Shown shown, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("findings");
        json.writeStartArray();
        found.findings().forEach(finding -> write(finding, shown, json));
        json.writeEndArray();
        json.writeNumberProperty("offset", found.offset());
        json.writeNumberProperty("limit", found.limit());
        json.writeNumberProperty("remaining", found.remaining());
        json.writeEndObject();
    }

    private static void write(Recall.Finding finding, Shown shown, JsonGenerator json) {
        json.writeStartObject();
        EntryJson.fields(finding.node(), json);
        String text = shown.text(finding);
        json.writeStringProperty("text", text);
        if (shown.query().isPresent()) {
            json.writeStringProperty("lines", shown.lines(text));
        }
        json.writeStringProperty("exact", shown.exact(finding).utf8());
        json.writeEndObject();
    }
}
