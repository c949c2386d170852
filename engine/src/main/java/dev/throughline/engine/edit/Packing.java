package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.model.SessionRef;
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

    /** Calls that count as made lately. */
    private static final int LATE_CALLS = 20;

    private final SessionState state;
    private final Texts texts;

    Packing(SessionState state, Texts texts) {
        this.state = state;
        this.texts = texts;
    }

    /** What to pack before anything else is decided. */
    Optional<Decision> decide(Recorded recorded, Scene scene, EditLog log) {
        Chain chain = scene.chain();
        int at = chain.size() - 1;
        while (at >= scene.moment().firstFresh() && !chain.piece(at).isWords()) {
            at--;
        }
        if (at < scene.moment().firstFresh()
                || log.prepend(chain.piece(at).node()).isPresent()) {
            return Optional.empty();
        }
        int newest = at;
        return block(recorded, scene, log, newest).map(block -> packed(scene, newest, block));
    }

    /** What to pack when a rule has just taken away the message that carried it. */
    Optional<Decision> again(Recorded recorded, Scene scene, EditLog log, List<Decision> decisions) {
        List<Edit> edits = new ArrayList<>();
        decisions.forEach(decision -> edits.addAll(decision.edits()));
        boolean isGone = edits.stream().anyMatch(Edit.Replace.class::isInstance);
        return isGone ? decide(recorded, scene, log.with(edits)) : Optional.empty();
    }

    /** A state that cannot be told is no reason to undo all editing: nothing is packed then. */
    private Optional<String> block(Recorded recorded, Scene scene, EditLog log, int newest) {
        SessionRef session = recorded.card().ref();
        try {
            return state.block(new SessionState.Moment(
                    recorded,
                    scene.chain().text(newest),
                    log,
                    readable(session, scene, log, newest),
                    tools(scene.chain(), newest)));
        } catch (RuntimeException e) {
            LOG.error("session {}: its state cannot be packed", session.id(), e);
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
