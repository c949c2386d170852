package dev.throughline.workingset.policy;

import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * The circumstances of a request, all sizes in our own count of tokens.
 *
 * @param budget what fits
 * @param head tokens before the history: tools and system text
 * @param firstNew the first piece that was never sent before; the number of pieces if all were
 * @param isCold whether the provider's cache of the prompt has expired
 * @param idle time since the session's last request; zero if there was none
 * @param isRepeat whether the same was asked before, and is to be sent as it was then
 * @param requests requests of the session so far, with this one
 * @param requestsSinceRewrite requests since the prompt was last rewritten
 * @param spent what the session would have cost untouched so far, in tokens of plain input
 * @param saved what editing has saved the session so far, in tokens of plain input
 * @param scale the provider's tokens for one of ours
 */
public record RequestState(
        Budget budget,
        Prices prices,
        TokenCount count,
        long head,
        int firstNew,
        boolean isCold,
        Duration idle,
        boolean isRepeat,
        long requests,
        long requestsSinceRewrite,
        double spent,
        double saved,
        double scale) {
    /** Our count of as many tokens of the provider's. */
    long ours(long provider) {
        return Math.round(provider / scale);
    }

    /** The same request with a lower prompt limit. */
    public RequestState withPromptLimit(OptionalLong limit) {
        if (limit.isEmpty() || limit.getAsLong() >= budget.promptLimit()) {
            return this;
        }
        Budget smaller = new Budget(limit.getAsLong(), 0, budget.bodyBytes());
        return new RequestState(
                smaller,
                prices,
                count,
                head,
                firstNew,
                isCold,
                idle,
                isRepeat,
                requests,
                requestsSinceRewrite,
                spent,
                saved,
                scale);
    }
}
