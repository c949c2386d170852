package dev.throughline.workingset.policy;

import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Append-only, with few, large, priced rewrites.
 *
 * <pre>
 *   arriving   padding, and most of a result that is far too long, goes before it is first sent; free
 *   cold       the provider's cache has expired: what has been kept for most of its time goes; free
 *   warm       what has been kept for its time goes, if that pays for itself soon and out of earlier savings
 *   hard       it must fit: periods shrink until it does, then the oldest exchanges become a digest
 * </pre>
 *
 * <p>Between two rewrites only the end of the prompt changes, so the provider reads all before it from its cache. A
 * rewrite costs (w - r) for each token behind the first changed one that the provider has cached, and saves r for each
 * removed token with every later request. It is made only if it breaks even within {@link Settings#maxRequests} and
 * if the session's savings so far can pay for it: should the session end right then, it has still cost no more than it
 * would have untouched. A very small part of its bill may be spent in advance, and a little more by a session that has
 * lasted long: it will probably last a little longer.
 */
public final class Auto implements Policy {
    /**
     * What can be set.
     *
     * @param retention how long pieces stay
     * @param coldPart the part of its period after which a piece goes when that is free
     * @param softTokens a shorter history is left alone while the cache is warm
     * @param maxRequests requests within which a rewrite must pay
     * @param minPart the part of the history that a rewrite must remove
     * @param arrivalTokens longer results are shortened before they are first sent
     * @param maxLoan the part of what a long session's prompts cost that a rewrite may cost beyond earlier savings; in
     *     others it is at most {@link #SMALL_LOAN}
     */
    public record Settings(
            Retention retention,
            double coldPart,
            long softTokens,
            int maxRequests,
            double minPart,
            long arrivalTokens,
            double maxLoan) {
        public static final Settings DEFAULT = new Settings(Retention.DEFAULT, 0.7, 15_000, 12, 0.1, 16_000, 0.05);
    }

    /** Requests between two rewrites, at least. */
    private static final int LEAST_PAUSE = 5;

    /** Requests that are expected to follow: half as many as there were, within these bounds. */
    private static final double EXPECTED_PART = 0.5;

    private static final double FEWEST_EXPECTED = 5;
    private static final double MOST_EXPECTED = 60;

    /** A session has lasted long after this many requests. */
    private static final long LONG_REQUESTS = 160;

    /** The part of its cost that any session may spend in advance; the ledger is no more exact than that. */
    private static final double SMALL_LOAN = 0.004;

    private final Settings settings;
    private final NewResultShortener newResults;
    private final PromptFitter fitter;

    public Auto(Settings settings) {
        this.settings = settings;
        this.newResults = new NewResultShortener(settings.arrivalTokens());
        this.fitter = new PromptFitter(settings.retention());
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        PolicyDraft draft = new PolicyDraft(input);
        List<Decision> decisions = new ArrayList<>();
        newResults.decide(draft).ifPresent(decisions::add);
        if (draft.current().isTooLong()) {
            decisions.addAll(fitter.decide(draft, Trigger.HARD));
        } else if (!input.state().isRepeat() && input.state().requests() > 1) {
            rewrite(draft).ifPresent(decisions::add);
        }
        return decisions;
    }

    private Optional<Decision> rewrite(PolicyDraft draft) {
        RequestState state = draft.state();
        if (state.isCold()) {
            return cold(draft);
        }
        boolean isWorthwhile = draft.workingSet().total() > state.ours(settings.softTokens())
                && state.requestsSinceRewrite() >= LEAST_PAUSE;
        return isWorthwhile ? warm(draft) : Optional.empty();
    }

    private Optional<Decision> cold(PolicyDraft draft) {
        long before = draft.total();
        Rewriter.run(draft, settings.retention().plan(draft.chain(), draft.workingSet(), settings.coldPart()));
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        String sentence = String.format(
                Locale.ROOT,
                "The provider has forgotten the prompt, so %,d tokens of %,d went at no cost.",
                before - draft.total(),
                before);
        return Optional.of(draft.decision(new DecisionReason(Trigger.COLD, before, draft.total(), 0, 0, 0, sentence)));
    }

    private Optional<Decision> warm(PolicyDraft draft) {
        RewritePlan plan = settings.retention().plan(draft.chain(), draft.workingSet(), 1);
        OptionalInt from = plan.isEmpty() ? OptionalInt.empty() : bestStart(draft, plan);
        if (from.isEmpty()) {
            return Optional.empty();
        }
        plan.keepBefore(from.getAsInt());
        RequestState state = draft.state();
        long before = draft.total();
        Rewriter.run(draft, plan);
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        int first = draft.firstChanged();
        long rewritten =
                draft.workingSet().tokensFrom(first) - draft.workingSet().tokensFrom(Math.max(first, state.firstNew()));
        double breakEven = state.prices().breakEven(rewritten, before - draft.total());
        String sentence = String.format(
                Locale.ROOT,
                "%,d tokens of %,d went; writing the %,d behind them again pays after %.1f requests.",
                before - draft.total(),
                before,
                rewritten,
                breakEven);
        return Optional.of(draft.decision(new DecisionReason(
                Trigger.WARM, before, draft.total(), rewritten, breakEven, expected(state), sentence)));
    }

    /** Where to begin: the later the first change, the less is written again, and the less goes. */
    private OptionalInt bestStart(PolicyDraft draft, RewritePlan plan) {
        WorkingSet set = draft.workingSet();
        RequestState state = draft.state();
        double premium = state.prices().write() - state.prices().read();
        double least = settings.minPart() * set.total();
        OptionalInt best = OptionalInt.empty();
        double mostGain = 0;
        long behind = 0;
        long removed = 0;
        for (int i = plan.size() - 1; i >= 0; i--) {
            long left = Rewriter.estimate(draft.current(), i, plan);
            removed += set.tokens(i) - left;
            behind += i < state.firstNew() ? left : 0; // What is new is written in any case.
            double saves = state.prices().read() * removed;
            double costs = premium * behind;
            boolean isAffordable =
                    removed >= least && costs <= saves * settings.maxRequests() && costs <= state.saved() + loan(state);
            double gain = saves * expected(state) - costs;
            if (plan.mayBeginAt(i) && isAffordable && gain > mostGain) {
                best = OptionalInt.of(i);
                mostGain = gain;
            }
        }
        return best;
    }

    /** What may be spent before it is saved. */
    private double loan(RequestState state) {
        boolean isLong = state.requests() >= LONG_REQUESTS;
        return state.spent() * (isLong ? settings.maxLoan() : Math.min(SMALL_LOAN, settings.maxLoan()));
    }

    private static double expected(RequestState state) {
        return Math.clamp(EXPECTED_PART * state.requests(), FEWEST_EXPECTED, MOST_EXPECTED);
    }
}
