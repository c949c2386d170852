package dev.throughline.workingset.policy;

import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * The state of a request and its session. All sizes are in our own token count.
 *
 * @param head tokens before the history: tools and system text
 * @param firstNew the first piece that was never sent before; the number of pieces if all were
 * @param isCold whether the prompt is no longer in the provider's cache
 * @param idle the time since the session's last request; zero for the first
 * @param isRepeat whether the client repeats its last request, which is then sent as before
 * @param requests the requests of the session so far, including this one
 * @param requestsSinceRewrite the requests since the prompt was last rewritten
 * @param spent what the session would have cost so far without edits, in units
 * @param saved what editing has saved so far, in units
 * @param scale the provider's tokens for each token of ours
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
    /** Converts the provider's token count to ours. */
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
