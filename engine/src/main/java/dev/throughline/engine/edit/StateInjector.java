package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the state block of a session to the prompt, in three steps: {@link #blockRequest} finds out under the lease
 * whether a block may be added, {@link #prepare} requests the block while no lease is held, and {@link #prepend} or
 * {@link #append} adds it under the next lease. There is one decision for each message, and content that the model can
 * still read is not added again. Safe for use by many threads.
 *
 * <pre>
 *   u1 (todo A)  a c r  u2                nothing: A is before u1
 *   u1 (todo A)  a c r  u2 (todo B)       the todo has changed
 *   [ digest of u1 … r ]  u2 (todo A)     the message that A was before is gone
 *   [ digest of u1 … r (todo A) ]  a c r  the same while the model works, without a new message of the user
 * </pre>
 */
final class StateInjector {
    private static final Logger LOG = LoggerFactory.getLogger(StateInjector.class);

    /** Content of other sessions may use at most one sixth of the prompt limit. */
    private static final long MEMORY_DIVISOR = 6;

    /** A block that is larger than this part of the prompt limit is not added: no policy could make it fit. */
    private static final double MAX_BLOCK_PART = 2.0 / 3;

    /** How many of the newest calls are searched for recently used tools. */
    private static final int RECENT_CALLS = 20;

    /** The text before a block that is appended to a message that Throughline wrote. */
    private static final String HEADING = "\n\n[What this session is told beside its user's words:]\n";

    private final SessionState state;
    private final EditTexts texts;

    StateInjector(SessionState state, EditTexts texts) {
        this.state = state;
        this.texts = texts;
    }

    /** A request for a block, and the node of the user text that the block is for. */
    record BlockRequest(SessionState.StateRequest request, Hash userNode) {}

    /** A block, and the node of the user text that the block is for. */
    record PreparedBlock(Hash userNode, String text) {}

    /** Whether the new elements of a request contain a user text. Most turns add only tool results. */
    static boolean hasNewUserText(RecordedTurn recorded) {
        Turn turn = recorded.turn();
        List<Span> history = turn.request().history();
        return history.subList(Math.max(0, history.size() - recorded.freshElements()), history.size()).stream()
                .flatMap(element -> turn.wire().itemise(turn.request().body(), element).stream())
                .anyMatch(item -> item.kind() == ItemKind.USER);
    }

    /**
     * The request for a block. A block is requested if the newest user text is new and has no block, or if it is not
     * new and messages will be replaced.
     *
     * @param policy the policy that will decide
     * @param mayReplace whether it may replace messages
     */
    Optional<BlockRequest> blockRequest(RecordedTurn recorded, EditInput editInput, Policy policy, boolean mayReplace) {
        List<Edit> expected = editInput.expectedEdits(policy, mayReplace);
        EditLog log = editInput.log().with(expected);
        PolicyInput input = editInput.withEdits(log);
        int at = input.chain().newestUserText();
        Hash node = at < 0 ? Entry.ROOT : input.chain().piece(at).node();
        boolean isNew = at >= input.state().firstNew();
        boolean mayAdd =
                isNew ? log.prepend(node).isEmpty() : expected.stream().anyMatch(Edit.Replace.class::isInstance);
        return mayAdd
                ? Optional.of(new BlockRequest(stateRequest(recorded, input, log, at, isNew), node))
                : Optional.empty();
    }

    private SessionState.StateRequest stateRequest(
            RecordedTurn recorded, PolicyInput input, EditLog log, int at, boolean isNew) {
        long limit = input.state().budget().promptLimit();
        return new SessionState.StateRequest(
                recorded,
                at < 0 ? "" : input.chain().text(at),
                isNew,
                log,
                visibleBlocks(recorded.card().ref(), input, log),
                recentTools(input.chain(), Math.max(at, 0)),
                input.total(),
                Math.max(0, Math.min(limit / MEMORY_DIVISOR, (limit - input.total()) / 2)));
    }

    /**
     * Requests a block. No lease is held, because this may take some time. If it fails, all other edits are made
     * without a block.
     */
    Optional<PreparedBlock> prepare(BlockRequest request) {
        try {
            return state.block(request.request()).map(text -> new PreparedBlock(request.userNode(), text));
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: its state block cannot be written",
                    request.request().recorded().card().ref().id(),
                    e);
            return Optional.empty();
        }
    }

    /** Puts a block before the user text that it is for, if this text is new, is still the newest, and has no block. */
    static Optional<Decision> prepend(PolicyInput input, EditLog log, Optional<PreparedBlock> block) {
        int at = input.chain().newestUserText();
        double maxTokens = input.state().budget().promptLimit() * MAX_BLOCK_PART;
        return block.filter(_ -> at >= 0 && at >= input.state().firstNew())
                .filter(one -> input.tokens(one.text()) <= maxTokens)
                .filter(one -> input.chain().piece(at).node().equals(one.userNode()))
                .filter(one -> log.prepend(one.userNode()).isEmpty())
                .map(one -> prependDecision(input, one));
    }

    private static Decision prependDecision(PolicyInput input, PreparedBlock block) {
        Decision.Draft draft = new Decision.Draft();
        long before = input.workingSet().total();
        long tokens = input.tokens(block.text());
        draft.add(new Edit.Prepend(block.userNode(), draft.text(block.text()), tokens));
        return draft.because(
                DecisionReason.added(before, before + tokens, "Added the session's state to the newest message."));
    }

    /** Appends a block to the last message by which these decisions replace others, if the block fits. */
    static List<Decision> append(PolicyInput before, List<Decision> decisions, String block) {
        PolicyInput input = before.with(decisions);
        for (int at = input.chain().size() - 1; at >= 0; at--) {
            Hash node = input.chain().piece(at).node();
            for (int i = 0; input.workingSet().replacementEnd(at) >= at && i < decisions.size(); i++) {
                for (Edit edit : decisions.get(i).edits()) {
                    if (edit instanceof Edit.Replace replace && replace.first().equals(node)) {
                        List<Decision> changed = new ArrayList<>(decisions);
                        changed.set(i, withBlock(input, decisions.get(i), replace, block));
                        return changed;
                    }
                }
            }
        }
        return decisions;
    }

    private static Decision withBlock(PolicyInput input, Decision decision, Edit.Replace replace, String block) {
        String text = decision.texts().get(replace.text()) + HEADING + block;
        long tokens = input.tokens(text);
        if (input.total() + tokens - replace.tokens() > input.state().budget().promptLimit()) {
            return decision;
        }
        Decision.Draft draft = new Decision.Draft();
        decision.texts().values().forEach(draft::text);
        Edit longer = new Edit.Replace(replace.first(), replace.last(), draft.text(text), tokens, replace.isDrop());
        decision.edits().forEach(edit -> draft.add(edit.equals(replace) ? longer : edit));
        return draft.because(decision.reason());
    }

    /** The blocks of earlier turns that the model can still read, oldest first. */
    private List<String> visibleBlocks(SessionRef session, PolicyInput input, EditLog log) {
        List<String> blocks = new ArrayList<>();
        for (int i = 0; i < input.chain().size(); i++) {
            Hash node = input.chain().piece(i).node();
            Optional<Edit.Prepend> prepend = log.prepend(node);
            int last = input.workingSet().replacementEnd(i);
            if (prepend.isPresent() && !input.workingSet().isHidden(i)) {
                blocks.add(texts.of(session, prepend.get().text()));
            } else if (last >= i) {
                appendedBlock(session, log, node, input.chain().piece(last).node())
                        .ifPresent(blocks::add);
            }
        }
        return blocks;
    }

    /** The block that was appended to the message that replaces a range. */
    private Optional<String> appendedBlock(SessionRef session, EditLog log, Hash first, Hash last) {
        return log.replacesFrom(first).stream()
                .filter(replace -> replace.last().equals(last))
                .findFirst()
                .flatMap(replace -> texts.find(session, replace.text()))
                .filter(text -> text.contains(HEADING))
                .map(text -> text.substring(text.lastIndexOf(HEADING) + HEADING.length()));
    }

    /** The tools of the newest calls before an index, newest first. */
    private static List<String> recentTools(Chain chain, int before) {
        List<String> tools = new ArrayList<>();
        int calls = 0;
        for (int i = before - 1; i >= 0 && calls < RECENT_CALLS; i--) {
            String tool = chain.piece(i).isCall() ? chain.piece(i).subject().tool() : "";
            calls += tool.isEmpty() ? 0 : 1;
            if (!tool.isEmpty() && !tools.contains(tool)) {
                tools.add(tool);
            }
        }
        return tools;
    }
}
