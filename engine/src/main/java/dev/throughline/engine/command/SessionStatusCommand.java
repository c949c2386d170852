package dev.throughline.engine.command;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Describes the session in a few lines: what it is, how large it is, and what it has cost. */
public final class SessionStatusCommand implements CommandAction {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * What the description is computed from.
     *
     * @param names the name of a session, if it has one
     */
    public record StatusSources(
            Store store,
            RecallCache recalls,
            ModelWindows windows,
            LearnedWindows learned,
            PriceTable prices,
            PolicyRules policies,
            SendPolicy send,
            Function<SessionCard, Optional<String>> names) {}

    private final StatusSources sources;

    public SessionStatusCommand(StatusSources sources) {
        this.sources = sources;
    }

    @Override
    public String answer(CommandRequest request) {
        SessionCard card = request.session();
        Turn turn = request.turn();
        String model = card.model().isEmpty() ? turn.request().model() : card.model();
        List<String> lines = new ArrayList<>();
        lines.add("Session: " + sources.names().apply(card).orElse("without a name"));
        lines.add("Key: " + card.key());
        lines.add("Id: " + card.ref().id());
        lines.add("Model: " + model);
        lines.add(prompt(card, turn, model));
        lines.add(String.format(Locale.ROOT, "Turns: %d, compactions: %d", card.turns(), card.compactions()));
        lines.add(cost(card));
        lines.add("Policy: "
                + sources.policies()
                        .of(turn.run())
                        .map(PolicyRules.NamedPolicy::word)
                        .orElse("off"));
        lines.add(SendCommand.sending(sources.send().of(card, turn.origin())));
        lines.add("Last reset: " + lastReset(card));
        return String.join("\n", lines);
    }

    private String prompt(SessionCard card, Turn turn, String model) {
        long window = sources.learned()
                .of(turn.upstream(), model, turn.at())
                .orElseGet(() ->
                        sources.windows().of(model).orElse(sources.windows().unknown()));
        long percent = Math.round(100.0 * card.tokens() / window);
        return String.format(Locale.ROOT, "Prompt: about %,d of %,d tokens (%d%%)", card.tokens(), window, percent);
    }

    private String cost(SessionCard card) {
        Bill bill = sources.recalls().read(card.ref(), recall -> Bill.of(recall.transcript(), sources.prices()));
        return String.format(
                Locale.ROOT,
                "Cost: prompts of %,d tokens (%,d of them from the cache) and %,d tokens of output;"
                        + " the prompts cost as much as %,.0f uncached tokens",
                bill.billed().prompt(),
                bill.billed().cacheRead(),
                bill.billed().output(),
                bill.units() + bill.helpedUnits());
    }

    private String lastReset(SessionCard card) {
        return sources.store()
                .keyHistory(card.ref().tenant(), card.key())
                .filter(history -> !history.past().isEmpty())
                .map(history -> TIME.format(history.past().getLast().until()))
                .orElse("never");
    }
}
