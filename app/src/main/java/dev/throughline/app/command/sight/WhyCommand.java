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
import dev.throughline.engine.recall.CopiedNote;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.Usage;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import java.io.PrintStream;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
        Transcript transcript = library.transcript(session);
        decisions.all().forEach(edited -> print(edited, node -> handle(transcript, node)));
        decisions.copiedNotes().forEach(this::print);
        print(decisions.bill());
        return OK;
    }

    /** The handle that an item has in every view. */
    private static String handle(Transcript transcript, Hash node) {
        return transcript.node(node).map(Entry.Node::item).orElse(node).handle();
    }

    private void print(Entry.Edited edited, Function<Hash, String> handles) {
        Why why = edited.why();
        PrintStream out = desk.screen().out();
        out.println(desk.screen()
                        .paint(
                                Screen.Colour.HEADING,
                                edited.at().truncatedTo(ChronoUnit.SECONDS) + "  "
                                        + why.trigger().word())
                + "  " + Screen.harmless(why.sentence()));
        List<String> figures = new ArrayList<>();
        if (why.before() > 0) {
            figures.add(why.before() + " to " + why.after() + " tokens");
        }
        if (why.rewritten() > 0) {
            figures.add(why.rewritten() + " written to the cache again");
        }
        if (why.rewritten() > 0 && why.expected() > 0) {
            figures.add(String.format(
                    Locale.ROOT, "pays after %.1f requests; %.0f more are expected", why.breakEven(), why.expected()));
        }
        figures.add(Screen.many(edited.edits().size(), "edit"));
        out.println("  " + String.join(", ", figures));
        edited.edits().forEach(edit -> out.println("    " + line(edit, handles)));
    }

    private static String line(Edit edit, Function<Hash, String> handles) {
        return switch (edit) {
            case Edit.Reword reword ->
                reword.manner().word() + " " + handles.apply(reword.node()) + " to " + reword.tokens() + " tokens";
            case Edit.Restore restore -> "restore " + handles.apply(restore.node());
            case Edit.Replace replace ->
                "replace " + handles.apply(replace.first()) + " to " + handles.apply(replace.last()) + " by "
                        + replace.tokens() + " tokens";
            case Edit.Prepend prepend -> "prepend " + prepend.tokens() + " tokens to " + handles.apply(prepend.node());
            case Edit.Insert insert -> "insert " + insert.tokens() + " tokens after " + handles.apply(insert.after());
            case Edit.AddTools added -> "add tools " + Screen.harmless(String.join(" ", added.names()));
        };
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
                    + bill.helped().output() + " written by it");
        }
        out.println("  untouched  " + amount(bill.untouchedUnits(), bill.untouched())
                + (bill.edited() == 0 ? ", as billed: no request was edited" : ", by estimate"));
        out.println("  net change in the cost of input" + (isHelped ? ", the helper's included, " : " ")
                + Screen.change(bill.change()));
    }

    private static String amount(double units, Usage usage) {
        return String.format(
                Locale.ROOT,
                "%.0f units: %d uncached, %d read from cache, %d written to cache",
                units,
                usage.input(),
                usage.cacheRead(),
                usage.cacheWrite());
    }
}
