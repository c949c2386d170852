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
 * Packs a session's state into the newest words of the user, if those were not sent yet. Whoever tells the state is
 * shown what the model can still read of it, so that nothing is said twice. Safe for use by many threads.
 *
 * <pre>
 *   u1 (todo A)  a c r  u2                nothing: A stands before u1
 *   u1 (todo A)  a c r  u2 (todo B)       it has changed
 *   [ digest of u1 … r ]  u2 (todo A)     the message that carried it is gone
 *   [ digest of u1 … r (todo A) ]  a c r  the same while the model works, and nobody has spoken since
 * </pre>
 *
 * <p>What to tell is asked while the session's lease is free, from what the rule will probably decide.
 */
final class StateInjector {
    private static final Logger LOG = LoggerFactory.getLogger(StateInjector.class);

    /** What is not of this session takes at most this part of a prompt. */
    private static final long MOST_PART = 6;

    /** A block takes at most this part of what fits. */
    private static final double MOST_BLOCK = 2.0 / 3;

    /** Calls that count as made lately. */
    private static final int LATE_CALLS = 20;

    /** What stands before a state that is told in a message of ours. */
    private static final String HEADING = "\n\n[What this session is told beside its user's words:]\n";

    private final SessionState state;
    private final EditTexts texts;

    StateInjector(SessionState state, EditTexts texts) {
        this.state = state;
        this.texts = texts;
    }

    /** A block, and the words that it stands before; those that were sent before have none, but what replaces them. */
    record PreparedBlock(Hash node, String block) {}

    /** When something may be told, and to which words. */
    record BlockRequest(SessionState.StateRequest request, Hash node) {}

    /** Whether the user may have spoken: most turns bring results of tools, and they are not looked at twice. */
    static boolean hasFreshWords(RecordedTurn recorded) {
        Turn turn = recorded.turn();
        List<Span> history = turn.request().history();
        return history.subList(Math.max(0, history.size() - recorded.freshElements()), history.size()).stream()
                .flatMap(element -> turn.wire().itemise(turn.request().body(), element).stream())
                .anyMatch(item -> item.kind() == ItemKind.USER);
    }

    /**
     * When something may be told about a turn; nothing if its newest words have their block, or were sent before and no
     * message is taken away.
     *
     * @param trial what will probably be decided
     * @param mayReplace whether that may take messages away
     */
    Optional<BlockRequest> blockRequest(RecordedTurn recorded, EditInput editInput, Policy trial, boolean mayReplace) {
        List<Edit> edits = editInput.tentative(trial, mayReplace);
        EditLog log = editInput.log().with(edits);
        PolicyInput input = editInput.under(log);
        int at = newestFrom(input, 0);
        Hash node = at < 0 ? Entry.ROOT : input.chain().piece(at).node();
        boolean isFresh = at >= input.state().firstNew();
        boolean isAsked =
                isFresh ? log.prepend(node).isEmpty() : edits.stream().anyMatch(Edit.Replace.class::isInstance);
        return isAsked
                ? Optional.of(new BlockRequest(stateRequest(recorded, input, log, at, !isFresh), node))
                : Optional.empty();
    }

    private SessionState.StateRequest stateRequest(
            RecordedTurn recorded, PolicyInput input, EditLog log, int at, boolean isHurried) {
        return new SessionState.StateRequest(
                recorded,
                at < 0 ? "" : input.chain().text(at),
                log,
                readable(recorded.card().ref(), input, log),
                tools(input.chain(), Math.max(at, 0)),
                prompt(input),
                room(input),
                isHurried);
    }

    /** The newest words that were not sent yet; a place before all that is fresh if there are none. */
    private static int newest(PolicyInput input) {
        return newestFrom(input, input.state().firstNew());
    }

    private static int newestFrom(PolicyInput input, int first) {
        int at = input.chain().size() - 1;
        while (at >= first && !input.chain().piece(at).isUserText()) {
            at--;
        }
        return at;
    }

    /** A part of what is left to say in the prompt: what was remembered must not crowd out what is asked. */
    private static long room(PolicyInput input) {
        long hard = input.state().budget().promptLimit();
        return Math.max(0, Math.min(hard / MOST_PART, (hard - prompt(input)) / 2));
    }

    private static long prompt(PolicyInput input) {
        return input.state().head() + input.workingSet().total();
    }

    /** Asks what to tell; the session's lease is not held meanwhile, as that may take a while. */
    Optional<PreparedBlock> ask(BlockRequest asking) {
        return block(asking.request()).map(block -> new PreparedBlock(asking.node(), block));
    }

    /**
     * Packs what was told, if the words that it is for are still the newest and have no block. What would fill most of
     * the prompt is not packed: a rule could not make it fit.
     */
    static Optional<Decision> decide(PolicyInput input, EditLog log, Optional<PreparedBlock> told) {
        int at = newest(input);
        double most = input.state().budget().promptLimit() * MOST_BLOCK;
        return told.filter(one -> input.state().count().ofItem(one.block(), 0, 0) <= most)
                .filter(_ -> at >= input.state().firstNew())
                .filter(one -> input.chain().piece(at).node().equals(one.node()))
                .filter(one -> log.prepend(one.node()).isEmpty())
                .map(one -> prepended(input, at, one.block()));
    }

    /**
     * Packs what a rule has just taken away with the message that carried it into the message that took their place,
     * if there is room for it: the last one of ours that was just decided on.
     */
    static void append(PolicyInput input, String block, List<Decision> decisions) {
        for (int at = input.chain().size() - 1; at >= 0; at--) {
            Hash node = input.chain().piece(at).node();
            for (int i = 0; input.workingSet().replacedTo(at) >= at && i < decisions.size(); i++) {
                Decision decision = decisions.get(i);
                for (Edit edit : decision.edits()) {
                    if (edit instanceof Edit.Replace replace && replace.first().equals(node)) {
                        decisions.set(i, appended(input, block, decision, replace));
                        return;
                    }
                }
            }
        }
    }

    private static Decision appended(PolicyInput input, String block, Decision decision, Edit.Replace replace) {
        String text = decision.texts().get(replace.text()) + HEADING + block;
        long tokens = input.state().count().ofItem(text, 0, 0);
        long total = input.state().head() + input.workingSet().total() + tokens - replace.tokens();
        if (total > input.state().budget().promptLimit()) {
            return decision;
        }
        Decision.Draft draft = new Decision.Draft();
        decision.texts().values().forEach(draft::text);
        Edit longer = new Edit.Replace(replace.first(), replace.last(), draft.text(text), tokens, replace.isDrop());
        decision.edits().forEach(edit -> draft.add(edit.equals(replace) ? longer : edit));
        return draft.because(decision.reason());
    }

    /** A state that cannot be told is no reason to undo all editing: nothing is packed then. */
    private Optional<String> block(SessionState.StateRequest request) {
        try {
            return state.block(request);
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: its state cannot be packed",
                    request.recorded().card().ref().id(),
                    e);
            return Optional.empty();
        }
    }

    private static Decision prepended(PolicyInput input, int at, String block) {
        Decision.Draft draft = new Decision.Draft();
        long tokens = input.state().count().ofItem(block, 0, 0);
        draft.add(new Edit.Prepend(input.chain().piece(at).node(), draft.text(block), tokens));
        return draft.because(new DecisionReason(
                DecisionReason.Trigger.ASKED,
                input.workingSet().total(),
                input.workingSet().total() + tokens,
                0,
                0,
                0,
                "Added the session's state to the newest message."));
    }

    /** What was packed before and the model can still read. */
    private List<String> readable(SessionRef session, PolicyInput input, EditLog log) {
        List<String> readable = new ArrayList<>();
        for (int i = 0; i < input.chain().size(); i++) {
            Hash node = input.chain().piece(i).node();
            Optional<Edit.Prepend> prepend = log.prepend(node);
            int last = input.workingSet().replacedTo(i);
            if (prepend.isPresent() && !input.workingSet().isHidden(i)) {
                readable.add(texts.of(session, prepend.get().text()));
            } else if (last >= i) {
                appended(session, log, node, input.chain().piece(last).node()).ifPresent(readable::add);
            }
        }
        return readable;
    }

    /** What was packed into the message that stands in the place of a range. */
    private Optional<String> appended(SessionRef session, EditLog log, Hash first, Hash last) {
        return log.replacesFrom(first).stream()
                .filter(replace -> replace.last().equals(last))
                .findFirst()
                .flatMap(replace -> texts.find(session, replace.text()))
                .filter(text -> text.contains(HEADING))
                .map(text -> text.substring(text.lastIndexOf(HEADING) + HEADING.length()));
    }

    /** The tools that were called lately, the newest first. */
    private static List<String> tools(Chain chain, int before) {
        List<String> tools = new ArrayList<>();
        int calls = 0;
        for (int i = before - 1; i >= 0 && calls < LATE_CALLS; i--) {
            String tool = chain.piece(i).isCall() ? chain.piece(i).subject().tool() : "";
            calls += tool.isEmpty() ? 0 : 1;
            if (!tool.isEmpty() && !tools.contains(tool)) {
                tools.add(tool);
            }
        }
        return tools;
    }
}
