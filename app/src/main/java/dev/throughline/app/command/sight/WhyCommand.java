package dev.throughline.app.command.sight;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.app.library.Bill;
import dev.throughline.app.library.Decisions;
import dev.throughline.app.library.DecisionsJson;
import dev.throughline.app.library.Library;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.edit.Arguments;
import dev.throughline.engine.recall.CopiedNote;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.Usage;
import dev.throughline.wire.wording.Content;
import dev.throughline.workingset.Subject;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import java.io.PrintStream;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline context why}: every decision about a session in order, and the bill with and without them. */
public final class WhyCommand implements Command {
    private final Desk desk;

    public WhyCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description("Says what was decided about a session, when and why, and what it cost against what it"
                        + " would have cost untouched.");
        spec.addPositional(Flags.idOfSession());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String id = Flags.session(given);
        boolean isJson = given.hasMatchedOption("--json");
        return desk.read(given, library -> tell(library, id, isJson)).orElse(FAILED);
    }

    private int tell(Library library, String id, boolean isJson) {
        SessionId session = library.named(id).ref().id();
        Decisions decisions = library.decisions(session);
        if (isJson) {
            desk.print(json -> DecisionsJson.write(decisions, json));
            return OK;
        }
        if (decisions.all().isEmpty()) {
            desk.screen().out().println("nothing was edited");
        }
        Items items = new Items(library.recall(session, desk.wires()));
        List<Entry.Edited> arrivals = new ArrayList<>();
        for (Entry.Edited edited : decisions.all()) {
            if (isPaddingOnly(edited)) {
                arrivals.add(edited);
            } else {
                printArrivals(arrivals);
                arrivals.clear();
                print(edited, items);
            }
            items.follow(edited.edits());
        }
        printArrivals(arrivals);
        decisions.copiedNotes().forEach(this::print);
        print(decisions.bill());
        return OK;
    }

    /** Nearly every request has such a decision, and nothing is lost by it. */
    private static boolean isPaddingOnly(Entry.Edited edited) {
        return edited.why().trigger() == Why.Trigger.ARRIVAL
                && edited.edits().stream()
                        .allMatch(edit -> edit instanceof Edit.Reword reword && reword.manner() == Edit.Manner.UNPAD);
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
                Screen.many(requests, "request") + ": padding of " + Screen.many(results, "new result") + " removed, "
                        + Screen.many(removed, "token"));
    }

    private void print(Entry.Edited edited, Items items) {
        heading(edited, Screen.harmless(edited.why().sentence()));
        List<String> figures = figures(edited.why());
        figures.add(Screen.many(edited.edits().size(), "edit"));
        PrintStream out = desk.screen().out();
        out.println("  " + String.join(", ", figures));
        edited.edits().forEach(edit -> out.println("    " + line(edit, items)));
    }

    private void heading(Entry.Edited edited, String sentence) {
        String head = edited.at().truncatedTo(ChronoUnit.SECONDS) + "  "
                + occasion(edited.why().trigger());
        desk.screen().out().println(desk.screen().paint(Screen.Colour.HEADING, head) + "  " + sentence);
    }

    /** What archives call asked was mostly asked by nobody: state, tools and answers of ours were added. */
    private static String occasion(Why.Trigger trigger) {
        return trigger == Why.Trigger.ASKED ? "added" : trigger.word();
    }

    /** Whether a figure stands in the sentence, and not only within a longer one. */
    private static boolean tells(Why why, long figure) {
        return Pattern.compile("(?<![\\d.,])" + Pattern.quote(Screen.number(figure)) + "(?!\\d|[.,]\\d)")
                .matcher(why.sentence())
                .find();
    }

    /** The figures that the sentence does not tell. */
    private static List<String> figures(Why why) {
        List<String> figures = new ArrayList<>();
        if (why.before() > 0 && !tells(why, why.before())) {
            figures.add(Screen.number(why.before()) + " to " + Screen.many(why.after(), "token"));
        }
        if (why.rewritten() > 0 && !tells(why, why.rewritten())) {
            figures.add(Screen.number(why.rewritten()) + " written to the cache again");
        }
        if (why.rewritten() > 0 && why.expected() > 0) {
            if (!why.sentence().contains("pays after")) {
                figures.add(String.format(Locale.ROOT, "pays after %.1f requests", why.breakEven()));
            }
            long more = Math.round(why.expected());
            figures.add("about " + Screen.many(more, "more request") + (more == 1 ? " is" : " are") + " expected");
        }
        return figures;
    }

    private static String line(Edit edit, Items items) {
        return switch (edit) {
            case Edit.Reword reword ->
                reword.manner().word() + " " + items.named(reword.node()) + ": "
                        + items.tokens(reword.node())
                                .map(tokens -> Screen.number(tokens) + " to ")
                                .orElse("")
                        + Screen.many(reword.tokens(), "token");
            case Edit.Restore restore -> "restore " + items.named(restore.node());
            case Edit.Replace replace ->
                (replace.isDrop() ? "drop " : "replace ") + items.handle(replace.first()) + " to "
                        + items.handle(replace.last()) + ": " + Screen.many(replace.tokens(), "token")
                        + " in their place";
            case Edit.Prepend prepend ->
                "prepend " + Screen.many(prepend.tokens(), "token") + " to " + items.handle(prepend.node());
            case Edit.Insert insert ->
                "insert " + Screen.many(insert.tokens(), "token") + " after " + items.handle(insert.after());
            case Edit.AddTools added -> "add tools " + Screen.harmless(String.join(" ", added.names()));
        };
    }

    /** The items that edits name: what they are, and what was sent of them before the next edit. */
    private static final class Items {
        /** Room for a tool and the end of a path: its last letters are those that tell files apart. */
        private static final int LETTERS = 80;

        private final Recall recall;
        private final Map<String, Entry.Node> calls = new HashMap<>();
        private final Map<Hash, Long> edited = new HashMap<>();

        Items(Recall recall) {
            this.recall = recall;
            recall.transcript().nodes().stream()
                    .filter(node -> node.kind() == ItemKind.TOOL_CALL)
                    .forEach(node -> node.call().ifPresent(call -> calls.put(call, node)));
        }

        void follow(List<Edit> edits) {
            for (Edit edit : edits) {
                if (edit instanceof Edit.Reword reword) {
                    edited.put(reword.node(), reword.tokens());
                } else if (edit instanceof Edit.Restore restore) {
                    edited.remove(restore.node());
                }
            }
        }

        /** The handle that an item has in every view. */
        String handle(Hash id) {
            return node(id).map(Entry.Node::item).orElse(id).handle();
        }

        String named(Hash id) {
            return handle(id) + node(id).map(node -> " " + label(node)).orElse("");
        }

        /** What was sent of it; empty for what only an edit put there. */
        Optional<Long> tokens(Hash id) {
            return Optional.ofNullable(edited.get(id)).or(() -> node(id).map(this::whole));
        }

        private long whole(Entry.Node node) {
            String model = recall.transcript()
                    .turn(node.turn())
                    .map(Entry.TurnOpened::model)
                    .orElse("");
            return recall.tokens(node, TokenCount.of(model));
        }

        private Optional<Entry.Node> node(Hash id) {
            return recall.transcript().node(id);
        }

        /** The tool and its arguments in a few words; of what is neither call nor result the kind. */
        private String label(Entry.Node node) {
            Optional<Entry.Node> call = node.call().map(calls::get);
            if (call.isEmpty()) {
                return recall.transcript()
                        .tool(node)
                        .map(Screen::harmless)
                        .orElse(node.kind().word());
            }
            String arguments = recall.content(call.get()).map(Content::text).orElse("");
            Subject subject = Subject.of(call.get().tool().orElse(""), Arguments.of(arguments));
            return Screen.firstWords(subject.tool() + " " + subject.gist(), LETTERS);
        }
    }

    private void print(CopiedNote note) {
        String call = note.call().isEmpty() ? "" : " (call id " + note.call() + ")";
        desk.screen()
                .out()
                .println(desk.screen()
                                .paint(
                                        Screen.Colour.HEADING,
                                        note.at().truncatedTo(ChronoUnit.SECONDS) + "  turn " + note.number())
                        + "  "
                        + Screen.harmless("The model wrote a cut note into a call of " + note.tool() + call + "."));
    }

    private void print(Bill bill) {
        PrintStream out = desk.screen().out();
        out.println(desk.screen().paint(Screen.Colour.HEADING, "ledger") + "  " + Screen.many(bill.turns(), "turn")
                + "; a unit is the price of one uncached token of input");
        out.println("  billed     " + amount(bill.units(), bill.billed()));
        boolean isHelped = !bill.helped().equals(Usage.NONE);
        if (isHelped) {
            out.println("  helper     " + amount(bill.helpedUnits(), bill.helped()) + ", "
                    + Screen.number(bill.helped().output()) + " written by it");
        }
        out.println("  untouched  " + amount(bill.untouchedUnits(), bill.untouched())
                + (bill.edited() == 0 ? ", as billed: no request was edited" : ", by estimate"));
        out.println("  net change in the cost of input" + (isHelped ? ", the helper's included, " : " ")
                + Screen.change(bill.change()));
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
