package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.recall.Recall;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.model.Bytes;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.json.EntryJson;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** {@code throughline recall}: prints items of a session, selected by handle, by range or by words. */
final class RecallCommand extends Command {
    /** The maximum number of characters printed for each item with {@code --query}. */
    private static final int MATCHING_CHARACTERS = 1_200;

    private final Option<String> session = sessionParameter();
    private final Option<String> id = text("--id", "HANDLE", "the item with this handle");
    private final Option<String> query =
            text("--query", "TEXT", "items that contain any of these words, best match first");
    private final Option<Long> offset = option("--offset", "N", 0L, "how many items to skip");
    private final Option<Long> limit = option("--limit", "N", 20L, "how many items to print");
    private final Option<Boolean> secrets = flag("--secrets", "show secrets instead of masking them");
    private final Option<Boolean> json = jsonFlag();

    RecallCommand(CommandEnvironment environment) {
        super(
                environment,
                "Prints archived items of a session.",
                "With --id, prints the exact bytes of one item as they were sent. Otherwise prints a page of items in"
                        + " order or, with --query, the lines that contain the words.");
    }

    @Override
    public int run() {
        if (id.isGiven() && query.isGiven()) {
            throw new IllegalArgumentException("--id and --query cannot be combined");
        }
        if (offset.value() < 0) {
            throw new IllegalArgumentException("--offset is " + offset.value() + "; it must be 0 or more");
        }
        if (limit.value() < 1) {
            throw new IllegalArgumentException("--limit is " + limit.value() + "; it must be 1 or more");
        }
        return readSession(
                session, (sessions, card) -> print(sessions.recall(card.ref().id())));
    }

    private int print(Recall recall) {
        UnaryOperator<String> mask = secrets.value() ? UnaryOperator.identity() : SessionTools::masked;
        if (id.isGiven()) {
            printExact(new FindingFormat(recall, mask, Optional.empty()));
            return OK;
        }
        Optional<String> words = query.isGiven() ? Optional.of(query.value()) : Optional.empty();
        Recall.FindingPage found = words.map(each -> recall.matching(each, offset.value(), limit.value()))
                .orElseGet(() -> recall.page(offset.value(), limit.value()));
        FindingFormat format = new FindingFormat(recall, mask, words);
        if (json.value()) {
            printJson(new FindingsView(
                    found.findings().stream().map(format::view).toList(),
                    found.offset(),
                    found.limit(),
                    found.remaining()));
        } else {
            print(found, format);
        }
        if (found.findings().isEmpty() && offset.value() > 0) {
            printMessage("there are no more " + (words.isPresent() ? "matching " : "") + "items after the first "
                    + offset.value() + "; use a smaller --offset");
        } else if (words.isPresent() && found.findings().isEmpty()) {
            printMessage("no item of this session contains '" + DisplayText.printable(words.get()) + "'");
        }
        return OK;
    }

    private record FindingsView(List<ObjectNode> findings, long offset, long limit, long remaining) {}

    /**
     * Formats findings.
     *
     * @param mask replaces secrets
     * @param query the words that the user searched for
     */
    private record FindingFormat(Recall recall, UnaryOperator<String> mask, Optional<String> query) {
        /** The whole text, or the lines that match the query. */
        String lines(String text) {
            return query.map(words -> recall.matchingLines(text, words, MATCHING_CHARACTERS))
                    .orElse(text);
        }

        String text(Recall.Finding finding) {
            return mask.apply(recall.text(finding.node()));
        }

        /** The exact bytes, with secrets masked. */
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

    /** Prints the exact bytes without a line break at the end. */
    private void printExact(FindingFormat format) {
        Recall.Finding finding = format.recall().withHandle(id.value());
        Bytes exact = format.exact(finding);
        if (!exact.equals(finding.exact())) {
            printMessage("the output contains a masked secret; --secrets shows it");
        }
        if (json.value()) {
            printJson(format.view(finding));
            return;
        }
        screen().out().write(exact.array(), exact.offset(), exact.length());
        screen().out().flush();
    }

    private void print(Recall.FindingPage found, FindingFormat format) {
        Screen screen = screen();
        for (Recall.Finding finding : found.findings()) {
            String head = finding.node().item().handle() + "  "
                    + finding.node().kind().word()
                    + finding.node()
                            .tool()
                            .map(tool -> " " + DisplayText.printable(tool))
                            .orElse("") + "  "
                    + finding.node().at().truncatedTo(ChronoUnit.SECONDS);
            screen.out().println(screen.coloured(Screen.Colour.HEADING, head));
            String text = format.text(finding);
            String lines = format.lines(text);
            lines.lines().map(DisplayText::printable).forEach(screen.out()::println);
            if (lines.length() < text.length()) {
                screen.out()
                        .println("(" + lines.length() + " of " + text.length() + " characters; --id "
                                + finding.node().item().handle() + " shows all)");
            }
            screen.out().println();
        }
        if (found.remaining() > 0) {
            long next = found.offset() + found.findings().size();
            screen.printMessage(found.remaining() + " more; continue with --offset " + next);
        }
    }
}
