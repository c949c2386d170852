package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.price.Counterfactual;
import java.util.List;

/**
 * What is sent for a turn.
 *
 * @param isEdited whether it is other than what the client sent
 * @param policy the word for the rule that decided
 * @param tools the tools in it that we answer ourselves
 */
public record PromptToSend(Bytes body, boolean isEdited, String policy, List<String> tools, Weight weight) {
    public PromptToSend {
        tools = List.copyOf(tools);
    }

    /**
     * What to keep of it when the provider has told what it billed for each call that it took; in the first it was sent
     * as it is, and in each further one with answers of ours. Without us there would have been the first alone, and
     * the words of the last.
     */
    public Entry.Sent sent(List<Usage> calls) {
        Usage first = calls.isEmpty() ? Usage.NONE : calls.getFirst();
        if (!isEdited && calls.size() <= 1) {
            return new Entry.Sent(weight.untouched(), weight.untouched(), first);
        }
        long prompts = calls.stream().mapToLong(Usage::prompt).sum();
        double times = first.prompt() == 0 ? 1 : prompts / (double) first.prompt();
        Usage shadow = weight.pair().untouched(first);
        long output = calls.isEmpty() ? 0 : calls.getLast().output();
        return new Entry.Sent(
                Math.round(weight.tokens() * times),
                weight.untouched(),
                new Usage(shadow.input(), shadow.cacheRead(), shadow.cacheWrite(), output));
    }

    /**
     * What stands before a history.
     *
     * @param own its tokens as the client sent it
     * @param sent its tokens with the tools that we added
     * @param isLikeTaken whether the request has the model and the tools of the one that the provider took before
     */
    record Head(long own, long sent, boolean isLikeTaken) {}

    /**
     * What it weighs, in our own count of tokens.
     *
     * @param tokens what is sent
     * @param untouched what the client asked to send
     * @param prefix the part of what is sent that was sent the same before
     * @param room how much more would fit if an answer took half of what is kept for it
     * @param scale the provider's tokens for one of ours, as far as known
     * @param pair what is sent beside what the client asked to send, part by part
     */
    public record Weight(long tokens, long untouched, long prefix, long room, double scale, Counterfactual pair) {
        /**
         * Weighs a input.
         *
         * @param head what stands before its history
         * @param edits of all branches
         */
        static Weight of(PolicyInput input, SessionProgress progress, Head head, EditLog edits) {
            RequestState state = input.state();
            int size = input.chain().size();
            long[] own = new long[size + 1];
            long[] sent = new long[size + 1];
            own[0] = head.own();
            sent[0] = head.sent();
            long prefix = sent[0];
            for (int i = 0; i < size; i++) {
                Piece piece = input.chain().piece(i);
                own[i + 1] = piece.isLocalTool() ? 0 : piece.tokens();
                sent[i + 1] = input.workingSet().tokens(i);
                prefix += i < state.firstNew() ? sent[i + 1] : 0;
            }
            Counterfactual pair = new Counterfactual(own, sent, before(input, progress, head.isLikeTaken(), edits));
            return new Weight(
                    pair.sent(),
                    pair.own(),
                    state.isCold() || state.requests() <= 1 ? 0 : prefix,
                    room(state.budget(), pair.sent()),
                    progress.scale().factor(),
                    pair);
        }

        private static Counterfactual.Before before(
                PolicyInput input, SessionProgress progress, boolean isLikeTaken, EditLog edits) {
            int rewritten = input.chain().size() + 1;
            int known = 1 + input.state().firstNew();
            boolean isOnBranch = progress.taken().isEmpty();
            for (int i = input.chain().size(); i > 0; i--) {
                Piece piece = input.chain().piece(i - 1);
                boolean isTaken = progress.taken()
                        .filter(request -> request.leaf().equals(piece.node()))
                        .isPresent();
                isOnBranch |= isTaken;
                // What leads to a later item is whole on branches without it: another branch is sent otherwise.
                boolean mayDiffer = !isOnBranch
                        && edits.reword(piece.node())
                                .flatMap(Edit.Reword::later)
                                .isPresent();
                rewritten = mayDiffer || progress.rewritten().contains(piece.node()) ? i : rewritten;
                known = isTaken ? i + 1 : known;
            }
            return new Counterfactual.Before(
                    isLikeTaken ? known : 0,
                    progress.rewritten().contains(Entry.ROOT) ? 0 : rewritten,
                    progress.cache().isUsed() && !input.state().isCold());
        }

        private static long room(Budget budget, long tokens) {
            return Math.max(0, budget.promptLimit() - tokens) + budget.reserve() / 2;
        }
    }
}
