package dev.throughline.workingset.policy;

import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Append-only, with few, large, priced rewrites.
 *
 * <pre>
 *   arriving   what only lays a result out, and what is far too long, goes before it is first sent; free
 *   cold       the provider has forgotten the prompt: what has outlived most of its time goes; free
 *   warm       what has outlived its time goes, if that pays for itself soon and out of what was saved before
 *   hard       it must fit: ages shrink until it does, then the oldest exchanges become a digest
 * </pre>
 *
 * <p>Between two rewrites nothing changes but the end, so the provider reads all that stands before it from its cache.
 * A rewrite costs (w - r) for each token behind the first changed one that the provider has seen, and saves r for each
 * token removed with every request that follows. It is made only when that breaks even within {@link
 * Settings#mostRequests} and when what editing has saved this session so far can pay for it: should the session end
 * right then, it has still cost no more than it would have untouched. A very small part of its bill may be spent in
 * advance, and a little more by a session that has lasted long: it will probably last a little longer.
 */
public final class Auto implements Policy {
    /**
     * What can be set.
     *
     * @param ages how long pieces stay
     * @param coldPart the part of its age after which a piece goes when that is free
     * @param softTokens a history below this is left alone while the cache is warm
     * @param mostRequests requests within which a rewrite must pay
     * @param leastPart the part of the history that a rewrite must remove
     * @param arrivalTokens results above this are shortened before they are first sent
     * @param mostLoan the part of what a long session's prompts cost that a rewrite may cost beyond what was saved; in
     *     others it is at most {@link #SMALL_LOAN}
     */
    public record Settings(
            Ages ages,
            double coldPart,
            long softTokens,
            int mostRequests,
            double leastPart,
            long arrivalTokens,
            double mostLoan) {
        public static final Settings USUAL = new Settings(Ages.USUAL, 0.7, 15_000, 12, 0.1, 16_000, 0.05);
    }

    /** Requests between two rewrites, at least. */
    private static final int LEAST_PAUSE = 5;

    /** Requests that are expected to follow: half of those that were, within these bounds. */
    private static final double FOLLOWING = 0.5;

    private static final double FEWEST_FOLLOWING = 5;
    private static final double MOST_FOLLOWING = 60;

    /** A session has lasted long after so many requests. */
    private static final long LONG_REQUESTS = 160;

    /** The part of its cost that any session may spend in advance; the ledger is no more exact than that. */
    private static final double SMALL_LOAN = 0.004;

    private final Settings settings;
    private final Arrival arrival;
    private final Fitting fitting;

    public Auto(Settings settings) {
        this.settings = settings;
        this.arrival = new Arrival(settings.arrivalTokens());
        this.fitting = new Fitting(settings.ages());
    }

    @Override
    public List<Decision> decide(Scene scene) {
        List<Decision> decisions = new ArrayList<>();
        arrival.decide(scene).ifPresent(decisions::add);
        if (scene.total() > scene.moment().budget().hard()) {
            decisions.addAll(fitting.decide(scene, Why.Trigger.HARD));
        } else if (!scene.moment().isRepeat() && scene.moment().requests() > 1) {
            batch(scene).ifPresent(decisions::add);
        }
        return decisions;
    }

    private Optional<Decision> batch(Scene scene) {
        Moment moment = scene.moment();
        if (moment.isCold()) {
            return cold(scene);
        }
        boolean isWorthALook =
                scene.sight().total() > moment.ours(settings.softTokens()) && moment.sinceBatch() >= LEAST_PAUSE;
        return isWorthALook ? warm(scene) : Optional.empty();
    }

    private Optional<Decision> cold(Scene scene) {
        long before = scene.total();
        Sweep.Swept swept = Sweep.run(scene, settings.ages().fates(scene.chain(), scene.sight(), settings.coldPart()));
        if (swept.draft().isEmpty()) {
            return Optional.empty();
        }
        String sentence = String.format(
                Locale.ROOT,
                "The provider has forgotten the prompt, so %,d tokens of %,d went at no cost.",
                before - scene.total(),
                before);
        return Optional.of(swept.draft().because(new Why(Why.Trigger.COLD, before, scene.total(), 0, 0, 0, sentence)));
    }

    private Optional<Decision> warm(Scene scene) {
        Fates fates = settings.ages().fates(scene.chain(), scene.sight(), 1);
        OptionalInt from = fates.isEmpty() ? OptionalInt.empty() : best(scene, fates);
        if (from.isEmpty()) {
            return Optional.empty();
        }
        fates.keepBefore(from.getAsInt());
        long before = scene.total();
        Sweep.Swept swept = Sweep.run(scene, fates);
        if (swept.draft().isEmpty()) {
            return Optional.empty();
        }
        long rewritten = scene.sight().tokensFrom(swept.firstChanged())
                - scene.sight()
                        .tokensFrom(
                                Math.max(swept.firstChanged(), scene.moment().firstFresh()));
        double breakEven = scene.moment().prices().breakEven(rewritten, before - scene.total());
        String sentence = String.format(
                Locale.ROOT,
                "%,d tokens of %,d went; writing the %,d behind them again pays after %.1f requests.",
                before - scene.total(),
                before,
                rewritten,
                breakEven);
        Why why = new Why(
                Why.Trigger.WARM, before, scene.total(), rewritten, breakEven, following(scene.moment()), sentence);
        return Optional.of(swept.draft().because(why));
    }

    /** Where to begin: the later the first change, the less is written again, and the less goes. */
    private OptionalInt best(Scene scene, Fates fates) {
        Sight sight = scene.sight();
        Moment moment = scene.moment();
        double premium = moment.prices().write() - moment.prices().read();
        double least = settings.leastPart() * sight.total();
        OptionalInt best = OptionalInt.empty();
        double most = 0;
        long behind = 0;
        long removed = 0;
        for (int i = fates.size() - 1; i >= 0; i--) {
            long stays = Sweep.guess(scene, i, fates);
            removed += sight.tokens(i) - stays;
            behind += i < moment.firstFresh() ? stays : 0; // What is new is written in any case.
            double saves = moment.prices().read() * removed;
            double costs = premium * behind;
            boolean isAffordable = removed >= least
                    && costs <= saves * settings.mostRequests()
                    && costs <= moment.saved() + loan(moment);
            double gain = saves * following(moment) - costs;
            if (fates.mayBeginAt(i) && isAffordable && gain > most) {
                best = OptionalInt.of(i);
                most = gain;
            }
        }
        return best;
    }

    /** What may be spent before it is saved. */
    private double loan(Moment moment) {
        boolean isLong = moment.requests() >= LONG_REQUESTS;
        return moment.spent() * (isLong ? settings.mostLoan() : Math.min(SMALL_LOAN, settings.mostLoan()));
    }

    private static double following(Moment moment) {
        return Math.clamp(FOLLOWING * moment.requests(), FEWEST_FOLLOWING, MOST_FOLLOWING);
    }
}
