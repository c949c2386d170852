package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What turns cost, and would have cost had every request gone as it came. A turn that was not edited counts the same on
 * both sides.
 *
 * <pre>{"turns":3,"edited":2,"billed":{…},"helped":{…},"untouched":{…},"units":1200.5,"helped_units":0.0,
 *  "untouched_units":2000.0,"change":-0.4}</pre>
 *
 * @param turns turns that were billed
 * @param edited those of them in which something of the request was changed or added
 * @param billed what the provider charged
 * @param helped what questions of ours to the helper model cost
 * @param untouched what it would have charged: what it did charge where nothing was edited, else by estimate
 * @param units the price of all prompts in tokens of plain input, by the prices of the model of each turn, and of what
 *     the model wrote for a tool of ours
 * @param helpedUnits the price of those questions and of their answers, each in tokens of its own model's input
 * @param untouchedUnits the price of what would have been
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

    /** The bill of those turns of a session that are asked for, and of what the helper was asked since some time. */
    static Bill of(Transcript transcript, PriceTable prices, Predicate<Entry.TurnOpened> isMeant, Instant helpedSince) {
        Bill bill = NONE;
        for (Entry.Helped help : transcript.helperCalls()) {
            if (!help.at().isBefore(helpedSince)) {
                bill = bill.and(prices.of(help.model()), help.usage());
            }
        }
        for (Entry.TurnOpened turn : transcript.turns()) {
            Optional<Entry.TurnClosed> reply = transcript.reply(turn.id());
            Optional<Usage> usage = reply.flatMap(Entry.TurnClosed::usage);
            if (isMeant.test(turn) && usage.isPresent()) {
                bill = bill.and(prices.of(turn.model()), usage.get(), reply.flatMap(Entry.TurnClosed::sent));
            }
        }
        return bill;
    }

    /** With one more turn. */
    Bill and(Prices prices, Usage usage, Optional<Entry.Sent> sent) {
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

    /** With a question to the helper: its answer counts as well, since without us there would have been none. */
    Bill and(Prices prices, Usage usage) {
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

    /** Both together. */
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

    /** What was saved, in tokens of plain input, less what the helper cost; negative when it was dearer. */
    public double saved() {
        return untouchedUnits - units - helpedUnits;
    }

    /** The net change in the cost of prompts, the helper's included: -0.4 is 40% less. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double change() {
        return untouchedUnits == 0 ? 0 : (units + helpedUnits) / untouchedUnits - 1;
    }
}
