package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.recall.Recall;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.model.Bytes;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.json.EntryJson;
import dev.throughline.server.sessions.SessionCatalog;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.node.ObjectNode;

/** {@code throughline recall}: pieces of a session, exactly: by handle, by range, by words. */
final class RecallCommand extends TypedCommand {

    /** Of a piece that was found by its words, so much is printed at most: the lines that match. */
    private static final int MATCHING_CHARACTERS = 1_200;

    private final CommandOption<String> session = sessionParameter();
    private final CommandOption<String> id;
    private final CommandOption<String> query;
    private final CommandOption<Long> offset = option("--offset", "N", 0L, "how many items to skip");
    private final CommandOption<Long> limit = option("--limit", "N", 20L, "how many items to print");
    private final CommandOption<Boolean> secrets = flag("--secrets", "show secrets instead of masking them");
    private final CommandOption<Boolean> json = jsonFlag();

    RecallCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.HOME,
                "Prints archived items of a session.",
                "With --id, prints the exact bytes of one item as they were sent. Otherwise prints a page of items in"
                        + " order or, with --query, the lines that contain the words.");
        OptionSpec idOption = OptionSpec.builder("--id")
                .paramLabel("HANDLE")
                .type(String.class)
                .description("the item with this handle")
                .build();
        OptionSpec queryOption = OptionSpec.builder("--query")
                .paramLabel("TEXT")
                .type(String.class)
                .description("items that contain these words, best match first")
                .build();
        spec().addArgGroup(ArgGroupSpec.builder()
                .exclusive(true)
                .addArg(idOption)
                .addArg(queryOption)
                .build());
        this.id = new CommandOption<>(idOption, "");
        this.query = new CommandOption<>(queryOption, "");
    }

    @Override
    int run() {
        if (offset.value() < 0) {
            throw new IllegalArgumentException("--offset is " + offset.value() + "; it must be 0 or more");
        }
        if (limit.value() < 1) {
            throw new IllegalArgumentException("--limit is " + limit.value() + "; it must be 1 or more");
        }
        String name = required(session);
        return read(sessions -> recall(sessions, name)).orElse(FAILED);
    }

    private int recall(SessionCatalog sessions, String name) {
        UnaryOperator<String> mask = secrets.value() ? UnaryOperator.identity() : SessionTools::masked;
        Recall recall =
                sessions.recall(sessions.named(name).ref().id(), environment().wires());
        if (id.isGiven()) {
            printExact(new Shown(recall, mask, Optional.empty()));
            return OK;
        }
        Optional<String> words = query.isGiven() ? Optional.of(query.value()) : Optional.empty();
        Recall.FindingPage found = words.map(each -> recall.matching(each, offset.value(), limit.value()))
                .orElseGet(() -> recall.page(offset.value(), limit.value()));
        Shown shown = new Shown(recall, mask, words);
        if (json.value()) {
            printJson(new Page(
                    found.findings().stream().map(shown::view).toList(),
                    found.offset(),
                    found.limit(),
                    found.remaining()));
        } else {
            print(found, shown);
        }
        if (found.findings().isEmpty() && offset.value() > 0) {
            say("there are no items after the first " + offset.value() + "; use a smaller --offset");
        } else if (words.isPresent() && found.findings().isEmpty()) {
            say("no item of this session contains '" + DisplayText.harmless(words.get()) + "'");
        }
        return OK;
    }

    private record Page(List<ObjectNode> findings, long offset, long limit, long remaining) {}

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

        ObjectNode view(Recall.Finding finding) {
            String text = text(finding);
            ObjectNode view = EntryJson.node(finding.node()).put("text", text);
            if (query.isPresent()) {
                view.put("lines", lines(text));
            }
            return view.put("exact", exact(finding).utf8());
        }
    }

    /** The exact bytes and nothing else, not even a line end. */
    private void printExact(Shown shown) {
        Recall.Finding finding = shown.recall().withHandle(id.value());
        Bytes exact = shown.exact(finding);
        if (!exact.equals(finding.exact())) {
            say("the output contains a masked secret; --secrets shows it");
        }
        if (json.value()) {
            printJson(shown.view(finding));
            return;
        }
        screen().out().write(exact.array(), exact.offset(), exact.length());
        screen().out().flush();
    }

    private void print(Recall.FindingPage found, Shown shown) {
        Screen screen = screen();
        for (Recall.Finding finding : found.findings()) {
            String head = finding.node().item().handle() + "  "
                    + finding.node().kind().word()
                    + finding.node()
                            .tool()
                            .map(tool -> " " + DisplayText.harmless(tool))
                            .orElse("") + "  "
                    + finding.node().at().truncatedTo(ChronoUnit.SECONDS);
            screen.out().println(screen.paint(Screen.Colour.HEADING, head));
            String text = shown.text(finding);
            String lines = shown.lines(text);
            lines.lines().map(DisplayText::harmless).forEach(screen.out()::println);
            if (lines.length() < text.length()) {
                screen.out()
                        .println("(" + lines.length() + " of " + text.length() + " characters; --id "
                                + finding.node().item().handle() + " shows all)");
            }
            screen.out().println();
        }
        if (found.remaining() > 0) {
            long next = found.offset() + found.findings().size();
            screen.say(found.remaining() + " more; continue with --offset " + next);
        }
    }
}
