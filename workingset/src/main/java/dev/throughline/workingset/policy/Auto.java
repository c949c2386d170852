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
 * Leaves the prompt append-only, with few, large rewrites that pay for themselves.
 *
 * <pre>
 *   arrival   padding, and most of a result that is far too long, is removed before it is first sent; free
 *   cold      the provider's cache has expired: what is older than a part of its retention is removed; free
 *   warm      what is older than its retention is removed, if that pays soon and earlier savings cover the cost
 *   hard      the prompt must fit: retention shrinks until it does, then the oldest exchanges become a digest
 * </pre>
 *
 * <p>Between two rewrites only the end of the prompt changes, so the provider reads the rest from its cache. A rewrite
 * costs (write - read) for each cached token after the first change, and saves read for each removed token in every
 * later request. It is made only if it breaks even within {@link AutoSettings#maxRequests} and if the session's savings
 * cover it: if the session ends right then, it has cost no more than without edits. A rewrite may exceed the savings by
 * a small loan, and by a larger one in a long session, which will probably continue.
 */
public final class Auto implements Policy {
    /** The least number of requests between two rewrites. */
    private static final int MIN_PAUSE = 5;

    /** The expected number of further requests is half of those so far, within these bounds. */
    private static final double EXPECTED_PART = 0.5;

    private static final double MIN_EXPECTED = 5;
    private static final double MAX_EXPECTED = 60;

    /** A session is long after this many requests. */
    private static final long LONG_REQUESTS = 160;

    /** The loan of a short session; the ledger is not more exact than that. */
    private static final double SMALL_LOAN = 0.004;

    private final AutoSettings settings;
    private final PromptFitter fitter;

    public Auto(AutoSettings settings) {
        this.settings = settings;
        this.fitter = new PromptFitter(settings.retention(), /* mayDrop= */ true);
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        PolicyDraft draft = new PolicyDraft(input);
        List<Decision> decisions = new ArrayList<>();
        ResultShortener.shortenNew(draft, settings.arrivalTokens()).ifPresent(decisions::add);
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
                && state.requestsSinceRewrite() >= MIN_PAUSE;
        return isWorthwhile ? warm(draft) : Optional.empty();
    }

    private Optional<Decision> cold(PolicyDraft draft) {
        settings.retention()
                .plan(draft.chain(), draft.workingSet(), settings.coldPart())
                .apply(draft);
        String sentence = String.format(
                Locale.ROOT,
                "The provider no longer caches the prompt, so removing %,d of its %,d tokens costs nothing.",
                draft.removed(),
                draft.before());
        return draft.decision(Trigger.COLD, 0, sentence);
    }

    private Optional<Decision> warm(PolicyDraft draft) {
        RewritePlan plan = settings.retention().plan(draft.chain(), draft.workingSet(), 1);
        OptionalInt from = plan.isEmpty() ? OptionalInt.empty() : bestStart(draft, plan);
        if (from.isEmpty()) {
            return Optional.empty();
        }
        plan.keepBefore(from.getAsInt());
        RequestState state = draft.state();
        plan.apply(draft);
        int first = draft.firstChanged();
        long rewritten =
                draft.workingSet().tokensFrom(first) - draft.workingSet().tokensFrom(Math.max(first, state.firstNew()));
        double breakEven = state.prices().breakEven(rewritten, draft.removed());
        String sentence = String.format(
                Locale.ROOT,
                "Removed %,d of %,d tokens; writing the %,d tokens after them to the cache again pays after %.1f"
                        + " requests.",
                draft.removed(),
                draft.before(),
                rewritten,
                breakEven);
        return draft.decision(new DecisionReason(
                Trigger.WARM, draft.before(), draft.total(), rewritten, breakEven, expected(state), sentence));
    }

    /** The best first change: the later it is, the less is written again, and the less is removed. */
    private OptionalInt bestStart(PolicyDraft draft, RewritePlan plan) {
        WorkingSet set = draft.workingSet();
        RequestState state = draft.state();
        double premium = state.prices().write() - state.prices().read();
        double min = settings.minPart() * set.total();
        OptionalInt best = OptionalInt.empty();
        double maxGain = 0;
        long rewritten = 0;
        long removed = 0;
        for (int i = plan.size() - 1; i >= 0; i--) {
            long left = plan.estimate(draft.current(), i);
            removed += set.tokens(i) - left;
            rewritten += i < state.firstNew() ? left : 0; // New pieces are written in any case.
            double saves = state.prices().read() * removed;
            double costs = premium * rewritten;
            boolean isAffordable =
                    removed >= min && costs <= saves * settings.maxRequests() && costs <= state.saved() + loan(state);
            double gain = saves * expected(state) - costs;
            if (plan.mayBeginAt(i) && isAffordable && gain > maxGain) {
                best = OptionalInt.of(i);
                maxGain = gain;
            }
        }
        return best;
    }

    private double loan(RequestState state) {
        boolean isLong = state.requests() >= LONG_REQUESTS;
        return state.spent() * (isLong ? settings.maxLoan() : Math.min(SMALL_LOAN, settings.maxLoan()));
    }

    private static double expected(RequestState state) {
        return Math.clamp(EXPECTED_PART * state.requests(), MIN_EXPECTED, MAX_EXPECTED);
    }
}
