package dev.throughline.app.library;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What turns cost, and would have cost had every request gone as it came. A turn that was not weighed, such as a title
 * or
 * a request that went on as it was, counts the same on both sides.
 *
 * @param turns turns that were billed
 * @param billed what the provider charged
 * @param untouched what it would have charged, by estimate
 * @param units the price of all prompts in tokens of plain input, by the prices of the model of each turn
 * @param untouchedUnits the same of what would have been
 */
public record Bill(long turns, Usage billed, Usage untouched, double units, double untouchedUnits) {
    public static final Bill NONE = new Bill(0, Usage.NONE, Usage.NONE, 0, 0);

    /** The bill of those turns of a session that are asked for. */
    static Bill of(Transcript transcript, PriceTable prices, Predicate<Entry.TurnOpened> isMeant) {
        Bill bill = NONE;
        for (Entry.TurnOpened turn : transcript.turns()) {
            Optional<Entry.TurnClosed> reply = transcript.reply(turn.id());
            Optional<Usage> usage = reply.flatMap(Entry.TurnClosed::usage);
            if (isMeant.test(turn) && usage.isPresent()) {
                bill = bill.and(prices.of(turn.model()), usage.get(), reply.flatMap(Entry.TurnClosed::sent));
            }
        }
        return bill;
    }

    private Bill and(Prices prices, Usage usage, Optional<Entry.Sent> sent) {
        Usage prompt = new Usage(usage.input(), usage.cacheRead(), usage.cacheWrite(), 0);
        Usage shadow = sent.map(Entry.Sent::shadow).orElse(prompt);
        return new Bill(
                turns + 1,
                billed.plus(usage),
                untouched.plus(shadow),
                units + prices.prompt(prompt),
                untouchedUnits + prices.prompt(shadow));
    }

    /** Both together. */
    public Bill plus(Bill other) {
        return new Bill(
                turns + other.turns,
                billed.plus(other.billed),
                untouched.plus(other.untouched),
                units + other.units,
                untouchedUnits + other.untouchedUnits);
    }

    /** The net change in the cost of prompts: -0.4 is 40% less. */
    public double change() {
        return untouchedUnits == 0 ? 0 : units / untouchedUnits - 1;
    }
}
