package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.price.Counterfactual;
import java.util.List;

/**
 * The request to send for a turn.
 *
 * @param isEdited whether it differs from the client's request
 * @param policy the name of the policy that decided
 * @param tools the names of the local tools in the request
 */
public record PromptToSend(Bytes body, boolean isEdited, String policy, List<String> tools, Weight weight) {
    public PromptToSend {
        tools = List.copyOf(tools);
    }

    /**
     * The record of this prompt for the archive.
     *
     * @param usages the reported usage of each accepted request: the first sent this prompt, each further one sent it
     *     with answers of local tools. Without Throughline, there would have been only the first request, with the
     *     output of the last.
     */
    public Entry.Sent sent(List<Usage> usages) {
        Usage first = usages.isEmpty() ? Usage.NONE : usages.getFirst();
        if (!isEdited && usages.size() <= 1) {
            return new Entry.Sent(weight.untouched(), weight.untouched(), first);
        }
        long prompts = usages.stream().mapToLong(Usage::prompt).sum();
        double promptFactor = first.prompt() == 0 ? 1 : prompts / (double) first.prompt();
        Usage unedited = weight.comparison().untouched(first);
        long output = usages.isEmpty() ? 0 : usages.getLast().output();
        return new Entry.Sent(
                Math.round(weight.tokens() * promptFactor),
                weight.untouched(),
                new Usage(unedited.input(), unedited.cacheRead(), unedited.cacheWrite(), output));
    }

    /**
     * The size of a prompt, in estimated tokens.
     *
     * @param tokens the size of the prompt that is sent
     * @param untouched the size of the prompt that the client sent
     * @param prefix the size of the leading part that was sent before without a difference
     * @param freeTokens how much may be added if the reply uses half of the tokens that are reserved for it
     * @param scale the provider's tokens for one estimated token, if known
     * @param comparison the sizes of both prompts, part by part
     */
    public record Weight(
            long tokens, long untouched, long prefix, long freeTokens, double scale, Counterfactual comparison) {
        /**
         * Computes the size of the prompt to send.
         *
         * @param headTokens the tokens of the client's system text and tools
         * @param sentHeadTokens the same, including the local tools
         */
        static Weight of(PolicyInput input, LeasedSession session, long headTokens, long sentHeadTokens) {
            RequestState state = input.state();
            int size = input.chain().size();
            long[] own = new long[size + 1];
            long[] sent = new long[size + 1];
            own[0] = headTokens;
            sent[0] = sentHeadTokens;
            long prefix = sent[0];
            for (int i = 0; i < size; i++) {
                Piece piece = input.chain().piece(i);
                own[i + 1] = piece.isLocalTool() ? 0 : piece.tokens();
                sent[i + 1] = input.workingSet().tokens(i);
                prefix += i < state.firstNew() ? sent[i + 1] : 0;
            }
            Counterfactual comparison = new Counterfactual(own, sent, cachedPart(input, session));
            Budget budget = state.budget();
            return new Weight(
                    comparison.sent(),
                    comparison.own(),
                    state.isCold() || state.requests() <= 1 ? 0 : prefix,
                    Math.max(0, budget.promptLimit() - comparison.sent()) + budget.reserve() / 2,
                    session.progress().scale().factor(),
                    comparison);
        }

        /** The part of the prompt that is in the provider's cache, with and without the edits of this session. */
        private static Counterfactual.Before cachedPart(PolicyInput input, LeasedSession session) {
            SessionProgress progress = session.progress();
            int rewritten = input.chain().size() + 1;
            int known = 1 + input.state().firstNew();
            boolean isOnBranch = progress.accepted().isEmpty();
            for (int i = input.chain().size(); i > 0; i--) {
                Piece piece = input.chain().piece(i - 1);
                boolean isAccepted = progress.accepted()
                        .filter(request -> request.leaf().equals(piece.node()))
                        .isPresent();
                isOnBranch |= isAccepted;
                // A text that points to a later item is sent in full on branches without that item.
                boolean mayDiffer = !isOnBranch
                        && session.edits()
                                .reword(piece.node())
                                .flatMap(Edit.Reword::later)
                                .isPresent();
                rewritten = mayDiffer || progress.rewritten().contains(piece.node()) ? i : rewritten;
                known = isAccepted ? i + 1 : known;
            }
            return new Counterfactual.Before(
                    session.isLikeAccepted() ? known : 0,
                    progress.rewritten().contains(Entry.ROOT) ? 0 : rewritten,
                    progress.cache().isUsed() && !input.state().isCold());
        }
    }
}
