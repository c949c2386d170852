package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.edit.CallArguments;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.CopiedPlaceholder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.Usage;
import dev.throughline.model.text.DisplayText;
import dev.throughline.model.text.TokenCount;
import dev.throughline.server.sessions.Decisions;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.wire.ItemContent;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLine;
import java.io.PrintStream;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code throughline context why}: every edit decision of a session in order, and its cost with and without edits. */
final class ContextWhyCommand extends Command {
    private final Option<String> session = sessionParameter();
    private final Option<Boolean> json = jsonFlag();

    ContextWhyCommand(CommandEnvironment environment) {
        super(
                environment,
                "Lists the edits of a session, when and why they were made, and compares its cost with the cost without"
                        + " edits.");
    }

    @Override
    public int run() {
        return readSession(
                session, (sessions, card) -> explain(sessions, card.ref().id()));
    }

    private int explain(SessionCatalog sessions, SessionId id) {
        Decisions decisions = sessions.decisions(id);
        if (json.value()) {
            printJson(decisions);
            return OK;
        }
        if (decisions.all().isEmpty()) {
            println("no request of this session was edited");
        }
        EditedItems items = new EditedItems(sessions.recall(id));
        List<Entry.Edited> arrivals = new ArrayList<>();
        for (Entry.Edited edited : decisions.all()) {
            if (isPaddingOnly(edited)) {
                arrivals.add(edited);
            } else {
                printArrivals(arrivals);
                arrivals.clear();
                print(edited, items);
            }
            items.update(edited.edits());
        }
        printArrivals(arrivals);
        decisions.copiedNotes().forEach(this::print);
        print(decisions.bill());
        return OK;
    }

    /** Whether a decision only removed padding, which nearly every request has. */
    private static boolean isPaddingOnly(Entry.Edited edited) {
        return edited.why().trigger() == DecisionReason.Trigger.ARRIVAL
                && edited.edits().stream()
                        .allMatch(edit -> edit instanceof Edit.Reword reword
                                && reword.kind().keepsAll());
    }

    /** Decisions that only removed padding, in one line. */
    private void printArrivals(List<Entry.Edited> arrivals) {
        if (arrivals.isEmpty()) {
            return;
        }
        long requests = arrivals.stream().map(Entry.Edited::turn).distinct().count();
        long results =
                arrivals.stream().mapToLong(edited -> edited.edits().size()).sum();
        long removed =
                arrivals.stream().mapToLong(edited -> edited.why().removed()).sum();
        heading(
                arrivals.getFirst(),
                DisplayText.quantity(requests, "request") + ": padding of "
                        + DisplayText.quantity(results, "new result") + " removed, "
                        + DisplayText.quantity(removed, "token"));
    }

    private void print(Entry.Edited edited, EditedItems items) {
        heading(edited, DisplayText.printable(edited.why().sentence()));
        List<String> figures = figures(edited.why());
        figures.add(DisplayText.quantity(edited.edits().size(), "edit"));
        PrintStream out = screen().out();
        out.println("  " + String.join(", ", figures));
        edited.edits().forEach(edit -> out.println("    " + DisplayText.printable(EditLine.describe(edit, items))));
    }

    private void heading(Entry.Edited edited, String sentence) {
        String head = edited.at().truncatedTo(ChronoUnit.SECONDS) + "  "
                + occasion(edited.why().trigger());
        println(screen().coloured(Screen.Colour.HEADING, head) + "  " + sentence);
    }

    /** Archives use the word "asked" for edits that add state, tools and local answers. */
    private static String occasion(DecisionReason.Trigger trigger) {
        return trigger == DecisionReason.Trigger.ASKED ? "added" : trigger.word();
    }

    /** Whether the sentence contains a figure, and not only as a part of a longer number. */
    private static boolean contains(DecisionReason why, long figure) {
        return Pattern.compile("(?<![\\d.,])" + Pattern.quote(DisplayText.number(figure)) + "(?!\\d|[.,]\\d)")
                .matcher(why.sentence())
                .find();
    }

    /** The figures that the sentence does not contain. */
    private static List<String> figures(DecisionReason why) {
        List<String> figures = new ArrayList<>();
        if (why.before() > 0 && !contains(why, why.before())) {
            figures.add(DisplayText.number(why.before()) + " to " + DisplayText.quantity(why.after(), "token"));
        }
        if (why.rewritten() > 0 && !contains(why, why.rewritten())) {
            figures.add(DisplayText.number(why.rewritten()) + " written to the cache again");
        }
        if (why.rewritten() > 0 && why.expected() > 0) {
            if (!why.sentence().contains("pays after")) {
                figures.add(String.format(Locale.ROOT, "pays for itself after %.1f requests", why.breakEven()));
            }
            long more = Math.round(why.expected());
            figures.add(
                    "about " + DisplayText.quantity(more, "more request") + (more == 1 ? " is" : " are") + " expected");
        }
        return figures;
    }

    /** Labels of the items that edits refer to, and how many tokens of each were sent before the next edit. */
    private static final class EditedItems implements EditLine.ItemLabels {
        /** Enough for a tool and the end of a path, which distinguishes files. */
        private static final int LETTERS = 80;

        private final Recall recall;
        private final Map<String, Entry.Node> calls = new HashMap<>();
        private final Map<Hash, Long> editedTokens = new HashMap<>();

        EditedItems(Recall recall) {
            this.recall = recall;
            recall.transcript().nodes().stream()
                    .filter(node -> node.kind() == ItemKind.TOOL_CALL)
                    .forEach(node -> node.call().ifPresent(call -> calls.put(call, node)));
        }

        /** Records the token counts after these edits. */
        void update(List<Edit> edits) {
            for (Edit edit : edits) {
                if (edit instanceof Edit.Reword reword) {
                    editedTokens.put(reword.node(), reword.tokens());
                } else if (edit instanceof Edit.Restore restore) {
                    editedTokens.remove(restore.node());
                }
            }
        }

        @Override
        public String handle(Hash id) {
            return node(id).map(Entry.Node::item).orElse(id).handle();
        }

        @Override
        public String label(Hash id) {
            return handle(id) + node(id).map(node -> " " + label(node)).orElse("");
        }

        @Override
        public Optional<Long> tokens(Hash id) {
            return Optional.ofNullable(editedTokens.get(id)).or(() -> node(id).map(this::originalTokens));
        }

        private long originalTokens(Entry.Node node) {
            String model = recall.transcript()
                    .turn(node.turn())
                    .map(Entry.TurnOpened::model)
                    .orElse("");
            return recall.tokens(node, TokenCount.of(model));
        }

        private Optional<Entry.Node> node(Hash id) {
            return recall.transcript().node(id);
        }

        /** The tool and its arguments in a few words; the kind, if the item is neither a call nor a result. */
        private String label(Entry.Node node) {
            Optional<Entry.Node> call = node.call().map(calls::get);
            if (call.isEmpty()) {
                return recall.transcript()
                        .tool(node)
                        .map(DisplayText::printable)
                        .orElse(node.kind().word());
            }
            String arguments = recall.content(call.get()).map(ItemContent::text).orElse("");
            CallSubject subject = CallSubject.of(call.get().tool().orElse(""), CallArguments.of(arguments));
            return DisplayText.firstWords(subject.tool() + " " + subject.gist(), LETTERS);
        }
    }

    private void print(CopiedPlaceholder note) {
        String call = note.call().isEmpty() ? "" : " (call id " + note.call() + ")";
        println(screen().coloured(
                                Screen.Colour.HEADING,
                                note.at().truncatedTo(ChronoUnit.SECONDS) + "  turn " + note.number())
                + "  "
                + DisplayText.printable("The model copied a placeholder into a call of " + note.tool() + call + "."));
    }

    private void print(Bill bill) {
        PrintStream out = screen().out();
        out.println(screen().coloured(Screen.Colour.HEADING, "ledger") + "  "
                + DisplayText.quantity(bill.turns(), "turn") + "; one unit is the price of one uncached input token");
        out.println("  billed     " + amount(bill.units(), bill.billed()));
        boolean hasHelperCost = !bill.helped().equals(Usage.NONE);
        if (hasHelperCost) {
            out.println("  helper     " + amount(bill.helpedUnits(), bill.helped()) + ", "
                    + DisplayText.number(bill.helped().output()) + " output");
        }
        out.println("  unedited   " + amount(bill.untouchedUnits(), bill.untouched())
                + (bill.edited() == 0 ? ", as billed, because no request was edited" : ", estimated"));
        out.println("  net change in the cost of input" + (hasHelperCost ? ", including the helper model: " : " ")
                + DisplayText.change(bill.change()));
    }

    private static String amount(double units, Usage usage) {
        return String.format(
                Locale.ROOT,
                "%,.0f units: %,d uncached, %,d read from cache, %,d written to cache",
                units,
                usage.input(),
                usage.cacheRead(),
                usage.cacheWrite());
    }
}
