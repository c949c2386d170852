package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Gives back what was left out because a later item shows it, on a branch that ends before that item. Edits hold for
 * every branch of a session, so this happens when a user goes back to an earlier message.
 *
 * <pre>
 *   branch A   u  read 1 (note: read again below)   read 2   u
 *   branch B   u  read 1 (whole)                    u             taken up before read 2
 * </pre>
 */
public final class Restoring {
    private Restoring() {}

    /** What has to be written again before anything else is decided. */
    public static Optional<Decision> decide(Scene scene) {
        Set<Hash> missing = missing(scene);
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        long before = scene.total();
        Decision.Draft draft = new Decision.Draft();
        for (int i = 0; i < scene.chain().size(); i++) {
            Edit.Reword reword = scene.sight().reword(i);
            if (reword != null && reword.later().filter(missing::contains).isPresent()) {
                draft.add(new Edit.Restore(reword.node()));
                scene.sight().reword(i, null);
            }
        }
        String sentence = String.format(
                Locale.ROOT,
                "Gave %,d tokens back: the messages that showed the same later are not part of this branch.",
                scene.total() - before);
        return Optional.of(draft.because(new Why(Why.Trigger.ARRIVAL, before, scene.total(), 0, 0, 0, sentence)));
    }

    /** The items that others leave something to and that are not in the chain. Most sessions have no such edits. */
    private static Set<Hash> missing(Scene scene) {
        Set<Hash> missing = new HashSet<>();
        for (int i = 0; i < scene.chain().size(); i++) {
            Edit.Reword reword = scene.sight().reword(i);
            if (reword != null) {
                reword.later().ifPresent(missing::add);
            }
        }
        for (int i = 0; !missing.isEmpty() && i < scene.chain().size(); i++) {
            missing.remove(scene.chain().piece(i).node());
        }
        return missing;
    }
}
