package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What turns cost, and what they would have cost without edits. A turn that was not edited counts the same on both
 * sides. A unit is the price of one uncached input token of the model.
 *
 * @param turns turns that were billed
 * @param edited those of them whose request was edited
 * @param billed what the provider charged
 * @param helped what helper questions cost
 * @param untouched what the provider would have charged without edits, estimated for turns that were edited
 * @param units the price of all prompts, and of the output for local tools
 * @param helpedUnits the price of helper questions and their answers
 * @param untouchedUnits the price of all prompts without edits
 */
public record Bill(
        long turns,
        long edited,
        Usage billed,
        Usage helped,
        Usage untouched,
        double units,
        double helpedUnits,
        double untouchedUnits) {
    public static final Bill NONE = new Bill(0, 0, Usage.NONE, Usage.NONE, Usage.NONE, 0, 0, 0);

    /** The bill of a whole session. */
    public static Bill of(Transcript transcript, PriceTable prices) {
        return of(transcript, prices, _ -> true, Instant.MIN);
    }

    /** The bill of some turns of a session, and of the helper questions since a time. */
    public static Bill of(
            Transcript transcript, PriceTable prices, Predicate<Entry.TurnOpened> isBilled, Instant helpedSince) {
        Bill bill = NONE;
        for (Entry.Helped help : transcript.helperCalls()) {
            if (!help.at().isBefore(helpedSince)) {
                bill = bill.and(prices.of(help.model()), help.usage());
            }
        }
        for (Entry.TurnOpened turn : transcript.turns()) {
            Optional<Entry.TurnClosed> reply = transcript.reply(turn.id());
            Optional<Usage> usage = reply.flatMap(Entry.TurnClosed::usage);
            if (isBilled.test(turn) && usage.isPresent()) {
                bill = bill.and(prices.of(turn.model()), usage.get(), reply.flatMap(Entry.TurnClosed::sent));
            }
        }
        return bill;
    }

    /** This bill and one more turn. */
    public Bill and(Prices prices, Usage usage, Optional<Entry.Sent> sent) {
        Usage shadow = sent.map(weighed -> weighed.untouched(usage)).orElse(usage);
        return new Bill(
                turns + 1,
                edited + (sent.filter(Entry.Sent::isEdited).isPresent() ? 1 : 0),
                billed.plus(usage),
                helped,
                untouched.plus(shadow),
                units + prices.prompt(usage) + prices.output() * (usage.output() - shadow.output()),
                helpedUnits,
                untouchedUnits + prices.prompt(shadow));
    }

    /** This bill and a helper question. */
    public Bill and(Prices prices, Usage usage) {
        return new Bill(
                turns,
                edited,
                billed,
                helped.plus(usage),
                untouched,
                units,
                helpedUnits + prices.turn(usage),
                untouchedUnits);
    }

    /** The sum of two bills. */
    public Bill plus(Bill other) {
        return new Bill(
                turns + other.turns,
                edited + other.edited,
                billed.plus(other.billed),
                helped.plus(other.helped),
                untouched.plus(other.untouched),
                units + other.units,
                helpedUnits + other.helpedUnits,
                untouchedUnits + other.untouchedUnits);
    }

    /** The units that were saved, less the cost of helper questions; negative if the session became more expensive. */
    public double saved() {
        return untouchedUnits - units - helpedUnits;
    }

    /** The net change in the cost of prompts, including helper questions: -0.4 is 40% less. */
    public double change() {
        return untouchedUnits == 0 ? 0 : (units + helpedUnits) / untouchedUnits - 1;
    }
}
