package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.policy.Scene;
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
 * </pre>
 */
final class Packing {
    private static final Logger LOG = LoggerFactory.getLogger(Packing.class);

    /** What is not of this session takes at most this part of a prompt. */
    private static final long MOST_PART = 6;

    /** Calls that count as made lately. */
    private static final int LATE_CALLS = 20;

    private final SessionState state;
    private final Texts texts;

    Packing(SessionState state, Texts texts) {
        this.state = state;
        this.texts = texts;
    }

    /** A block, and the words that it stands before. */
    record Told(Hash node, String block) {}

    /** Whether the user may have spoken: most turns bring results of tools, and they are not looked at twice. */
    static boolean hasFreshWords(Recorded recorded) {
        Turn turn = recorded.turn();
        List<Span> history = turn.request().history();
        return history.subList(Math.max(0, history.size() - recorded.freshElements()), history.size()).stream()
                .flatMap(element -> turn.wire().itemise(turn.request().body(), element).stream())
                .anyMatch(item -> item.kind() == ItemKind.USER);
    }

    /** When something may be told about a turn; nothing if its newest words were sent before, or have their block. */
    Optional<SessionState.Moment> moment(Recorded recorded, Scene scene, EditLog log, boolean isHurried) {
        Chain chain = scene.chain();
        int at = newest(scene);
        if (at < scene.moment().firstFresh()
                || log.prepend(chain.piece(at).node()).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new SessionState.Moment(
                recorded,
                chain.text(at),
                log,
                readable(recorded.card().ref(), scene, log, at),
                tools(chain, at),
                room(scene),
                isHurried));
    }

    private static int newest(Scene scene) {
        int at = scene.chain().size() - 1;
        while (at >= scene.moment().firstFresh() && !scene.chain().piece(at).isWords()) {
            at--;
        }
        return at;
    }

    /** A part of what is left to say in the prompt: what was remembered must not crowd out what is asked. */
    private static long room(Scene scene) {
        long hard = scene.moment().budget().hard();
        long taken = scene.moment().head() + scene.sight().total();
        return Math.max(0, Math.min(hard / MOST_PART, (hard - taken) / 2));
    }

    /** Asks what to tell; the session's lease is not held meanwhile, as that may take a while. */
    Optional<Told> ask(SessionState.Moment moment, Hash node) {
        return block(moment).map(block -> new Told(node, block));
    }

    /** The node of the words that a moment is about. */
    static Hash node(Scene scene) {
        return scene.chain().piece(newest(scene)).node();
    }

    /** Packs what was told, if the words that it is for are still the newest and have no block. */
    Optional<Decision> decide(Scene scene, EditLog log, Optional<Told> told) {
        int at = newest(scene);
        return told.filter(_ -> at >= scene.moment().firstFresh())
                .filter(one -> scene.chain().piece(at).node().equals(one.node()))
                .filter(one -> log.prepend(one.node()).isEmpty())
                .map(one -> packed(scene, at, one.block()));
    }

    /** What to pack when a rule has just taken away the message that carried it. */
    Optional<Decision> again(Recorded recorded, Scene scene, EditLog log, List<Decision> decisions) {
        List<Edit> edits = new ArrayList<>();
        decisions.forEach(decision -> edits.addAll(decision.edits()));
        boolean isGone = edits.stream().anyMatch(Edit.Replace.class::isInstance);
        return isGone
                ? moment(recorded, scene, log.with(edits), /* isHurried= */ true)
                        .flatMap(this::block)
                        .map(block -> packed(scene, newest(scene), block))
                : Optional.empty();
    }

    /** A state that cannot be told is no reason to undo all editing: nothing is packed then. */
    private Optional<String> block(SessionState.Moment moment) {
        try {
            return state.block(moment);
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: its state cannot be packed",
                    moment.recorded().card().ref().id(),
                    e);
            return Optional.empty();
        }
    }

    private static Decision packed(Scene scene, int at, String block) {
        Decision.Draft draft = new Decision.Draft();
        long tokens = scene.moment().count().ofItem(block, 0, 0);
        draft.add(new Edit.Prepend(scene.chain().piece(at).node(), draft.text(block), tokens));
        return draft.because(new Why(
                Why.Trigger.ASKED,
                scene.sight().total(),
                scene.sight().total() + tokens,
                0,
                0,
                0,
                "The session's state was packed into the newest message."));
    }

    /** What was packed before and the model can still read. */
    private List<String> readable(SessionRef session, Scene scene, EditLog log, int before) {
        List<String> readable = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            Optional<Edit.Prepend> prepend = log.prepend(scene.chain().piece(i).node());
            if (prepend.isPresent() && !scene.sight().isHidden(i)) {
                readable.add(texts.of(session, prepend.get().text()));
            }
        }
        return readable;
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
