package dev.throughline.engine.edit;

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
 * Packs a session's state into the newest words of the user, if those were not sent yet and the model cannot read the
 * same elsewhere. Safe for use by many threads.
 *
 * <pre>
 *   u1 (todo A)  a c r  u2                nothing: A stands before u1
 *   u1 (todo A)  a c r  u2 (todo B)       it has changed
 *   [ digest of u1 … r ]  u2 (todo A)     the message that carried it is gone
 * </pre>
 */
final class Packing {
    private static final Logger LOG = LoggerFactory.getLogger(Packing.class);

    private final Editing.State state;
    private final Texts texts;

    Packing(Editing.State state, Texts texts) {
        this.state = state;
        this.texts = texts;
    }

    /** What to pack before anything else is decided. */
    Optional<Decision> decide(SessionRef session, Scene scene, EditLog log) {
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
        return block(session, chain.text(at), log)
                .filter(block -> !block.equals(packedBefore(session, scene, log, newest)))
                .map(block -> packed(scene, newest, block));
    }

    /** What to pack when a rule has just taken away the message that carried it. */
    Optional<Decision> again(SessionRef session, Scene scene, EditLog log, List<Decision> decisions) {
        List<Edit> edits = new ArrayList<>();
        decisions.forEach(decision -> edits.addAll(decision.edits()));
        boolean isGone = edits.stream().anyMatch(Edit.Replace.class::isInstance);
        return isGone ? decide(session, scene, log.with(edits)) : Optional.empty();
    }

    /** A state that cannot be told is no reason to undo all editing: nothing is packed then. */
    private Optional<String> block(SessionRef session, String words, EditLog log) {
        try {
            return state.block(session, words, log);
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

    /** The newest state that the model can still read. */
    private String packedBefore(SessionRef session, Scene scene, EditLog log, int before) {
        for (int i = before - 1; i >= 0; i--) {
            Optional<Edit.Prepend> prepend = log.prepend(scene.chain().piece(i).node());
            if (prepend.isPresent() && !scene.sight().isHidden(i)) {
                return texts.of(session, prepend.get().text());
            }
        }
        return "";
    }
}
