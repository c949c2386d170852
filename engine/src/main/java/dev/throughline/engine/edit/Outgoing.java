package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Pace;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.policy.Moment;
import dev.throughline.workingset.policy.Scene;
import java.util.List;
import java.util.Optional;

/**
 * What is sent for a turn.
 *
 * @param isEdited whether it is other than what the client sent
 * @param policy the word for the rule that decided
 * @param tools the tools in it that we answer ourselves
 */
public record Outgoing(Bytes body, boolean isEdited, String policy, List<String> tools, Weight weight) {
    public Outgoing {
        tools = List.copyOf(tools);
    }

    /**
     * What it weighs, in our own count of tokens.
     *
     * @param tokens what is sent
     * @param untouched what the client asked to send
     * @param prefix the part of what is sent that was sent the same before
     * @param shared the part of what the client asked to send that it had sent before; 0 when the provider forgot it
     * @param room how much more would fit if an answer took half of what is kept for it
     * @param scale the provider's tokens for one of ours, as far as known
     */
    public record Weight(long tokens, long untouched, long prefix, long shared, long room, double scale) {
        static Weight of(Scene scene, Pace pace) {
            Moment moment = scene.moment();
            long untouched = moment.head();
            long shared = moment.head();
            long prefix = moment.head();
            for (int i = 0; i < scene.chain().size(); i++) {
                long tokens = scene.chain().piece(i).tokens();
                untouched += tokens;
                shared += i < moment.firstFresh() ? tokens : 0;
                prefix += i < moment.firstFresh() ? scene.sight().tokens(i) : 0;
            }
            boolean isForgotten = moment.isCold() || moment.requests() <= 1;
            return new Weight(
                    moment.head() + scene.sight().total(),
                    untouched,
                    isForgotten ? 0 : prefix,
                    isForgotten ? 0 : shared,
                    room(moment.budget(), moment.head() + scene.sight().total()),
                    pace.scale().factor());
        }

        private static long room(Budget budget, long tokens) {
            return Math.max(0, budget.hard() - tokens) + budget.reserve() / 2;
        }

        /** What to keep of this when the provider has told what it billed for so many calls. */
        public Entry.Sent sent(Optional<Usage> billed, int calls) {
            double factor = billed.filter(usage -> tokens > 0 && usage.prompt() > 0)
                    .map(usage -> usage.prompt() / ((double) tokens * calls))
                    .orElse(scale);
            long all = Math.round(untouched * factor);
            // A prompt that was taken for forgotten and was not: the client's would have been remembered as well.
            long had = billed.map(Usage::cacheRead).orElse(0L) / Math.max(1, calls);
            long read = shared == 0 ? Math.min(had, all) : Math.round(shared * factor);
            long written = Math.max(0, all - read);
            return new Entry.Sent(tokens * calls, untouched, new Usage(0, read, written, 0));
        }
    }
}
