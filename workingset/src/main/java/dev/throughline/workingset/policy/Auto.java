package dev.throughline.workingset.policy;

import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.price.Prices;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Append-only, with few, large, priced rewrites.
 *
 * <pre>
 *   arriving   repeats become pointers before they are first sent; free
 *   cold       the provider has forgotten the prompt: what has outlived half its time goes; free
 *   warm       what has outlived its time goes, if that pays for itself soon and out of what was saved before
 *   hard       it must fit: ages shrink until it does, then the oldest exchanges become a digest
 * </pre>
 *
 * <p>Between two rewrites nothing changes but the end, so the provider reads all that stands before it from its cache.
 * A rewrite costs (w - r) for each token behind the first changed one, and saves r for each token removed with every
 * request that follows. It is made only when that breaks even within {@link Settings#mostRequests} and when what
 * editing has saved this session so far can pay for it: should the session end right then, it has still cost no more
 * than it would have untouched.
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
     */
    public record Settings(
            Ages ages, double coldPart, long softTokens, int mostRequests, double leastPart, long arrivalTokens) {
        public static final Settings USUAL = new Settings(Ages.USUAL, 0.6, 15_000, 12, 0.1, 16_000);
    }

    /** Requests between two rewrites, at least. */
    private static final int LEAST_PAUSE = 5;

    /** Requests that are expected to follow: half of those that were, within these bounds. */
    private static final double FOLLOWING = 0.5;

    private static final double FEWEST_FOLLOWING = 5;
    private static final double MOST_FOLLOWING = 60;

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
        Fate[] fates = settings.ages().fates(scene.chain(), scene.sight(), settings.coldPart());
        pin(scene, fates);
        if (!any(fates)) {
            return Optional.empty();
        }
        long before = scene.total();
        Sweep.Swept swept = Sweep.run(scene, fates);
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
        Fate[] fates = settings.ages().fates(scene.chain(), scene.sight(), 1);
        pin(scene, fates);
        Optional<Cut> cut = any(fates) ? best(scene, fates) : Optional.empty();
        if (cut.isEmpty()) {
            return Optional.empty();
        }
        for (int i = 0; i < cut.get().from(); i++) {
            fates[i] = Fate.STAYS;
        }
        long before = scene.total();
        Sweep.Swept swept = Sweep.run(scene, fates);
        if (swept.draft().isEmpty()) {
            return Optional.empty();
        }
        long rewritten = scene.sight().tokensFrom(Math.max(0, swept.firstChanged()));
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
    private record Cut(int from, double gain) {}

    private Optional<Cut> best(Scene scene, Fate[] fates) {
        Sight sight = scene.sight();
        Prices prices = scene.moment().prices();
        double premium = prices.write() - prices.read();
        double following = following(scene.moment());
        double least = settings.leastPart() * sight.total();
        long[] costs = Pins.costs(scene.chain(), sight, fates);
        Cut best = new Cut(-1, 0);
        long behind = 0;
        long removed = 0;
        for (int i = fates.length - 1; i >= 0; i--) {
            long stays = Math.min(
                    sight.tokens(i), Sweep.guess(scene, i, fates[i]) + (fates[i] == Fate.STAYS ? 0 : costs[i]));
            removed += sight.tokens(i) - stays;
            behind += stays;
            double gain = prices.read() * removed * following - premium * behind;
            boolean isAffordable = removed >= least
                    && premium * behind <= scene.moment().saved()
                    && premium * behind <= prices.read() * removed * settings.mostRequests();
            if (fates[i] != Fate.STAYS && isAffordable && gain > best.gain()) {
                best = new Cut(i, gain);
            }
        }
        return best.from() < 0 ? Optional.empty() : Optional.of(best);
    }

    /** Lets what others lean on stay, where clearing it would bring back as much as it takes away. */
    private static void pin(Scene scene, Fate[] fates) {
        long[] costs = Pins.costs(scene.chain(), scene.sight(), fates);
        for (int i = 0; i < fates.length; i++) {
            boolean isWon =
                    Sweep.guess(scene, i, fates[i]) + costs[i] < scene.sight().tokens(i);
            fates[i] = fates[i] == Fate.STAYS || costs[i] == 0 || isWon ? fates[i] : Fate.STAYS;
        }
    }

    private static double following(Moment moment) {
        return Math.clamp(FOLLOWING * moment.requests(), FEWEST_FOLLOWING, MOST_FOLLOWING);
    }

    private static boolean any(Fate[] fates) {
        for (Fate fate : fates) {
            if (fate != Fate.STAYS) {
                return true;
            }
        }
        return false;
    }
}
