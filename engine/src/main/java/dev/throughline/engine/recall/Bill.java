package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The cost of turns, and their cost without edits. For a turn that was not edited, both are the same. A unit is the
 * price of one uncached input token of the model.
 *
 * @param turns the number of turns that were billed
 * @param edited the number of these turns whose request was edited
 * @param billed the tokens that the provider billed for turns
 * @param helped the tokens that were billed for helper questions
 * @param untouched the tokens that the provider would have billed without edits, estimated for edited turns
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

    /** The bill of the turns of a session that pass a test, and of the helper questions since a time. */
    public static Bill of(
            Transcript transcript, PriceTable prices, Predicate<Entry.TurnOpened> isBilled, Instant helpedSince) {
        Bill bill = NONE;
        for (Entry.HelperCall help : transcript.helperCalls()) {
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

    /** This bill with one more turn. */
    public Bill and(Prices prices, Usage usage, Optional<Entry.Sent> sent) {
        Usage unedited = sent.map(size -> size.unedited(usage)).orElse(usage);
        return new Bill(
                turns + 1,
                edited + (sent.filter(Entry.Sent::isEdited).isPresent() ? 1 : 0),
                billed.plus(usage),
                helped,
                untouched.plus(unedited),
                units + prices.promptCost(usage) + prices.output() * (usage.output() - unedited.output()),
                helpedUnits,
                untouchedUnits + prices.promptCost(unedited));
    }

    /** This bill with one more helper question. */
    public Bill and(Prices prices, Usage usage) {
        return new Bill(
                turns,
                edited,
                billed,
                helped.plus(usage),
                untouched,
                units,
                helpedUnits + prices.turnCost(usage),
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

    /** The relative change in the cost of prompts, including helper questions: -0.4 means 40% less. */
    public double change() {
        return untouchedUnits == 0 ? 0 : (units + helpedUnits) / untouchedUnits - 1;
    }
}
