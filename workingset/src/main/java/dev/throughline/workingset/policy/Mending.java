package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives lines back whose pointer leads nowhere. Edits hold for every branch of a session, so a rewrite of one branch
 * may
 * clear what another one, which it did not see, points to.
 *
 * <pre>
 *   branch A   r1  c  r2 → r1          left for branch B
 *   branch B   ▪   c  …                r1 is cleared there
 *   branch A   ▪   c  r2 (its lines)   taken up again
 * </pre>
 */
public final class Mending {
    private static final int NOWHERE = -1;

    private Mending() {}

    /** What has to be written again before anything else is decided; nothing but after a return to an old branch. */
    public static Optional<Decision> decide(Scene scene) {
        int first = firstBroken(scene);
        if (first < 0) {
            return Optional.empty();
        }
        long before = scene.total();
        Decision.Draft draft = Sweep.from(scene, first, scene.shown().size()).draft();
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        String sentence = "Lines came back whose pointer led to something that another branch had cleared.";
        return Optional.of(draft.because(new Why(Why.Trigger.ARRIVAL, before, scene.total(), 0, 0, 0, sentence)));
    }

    private static int firstBroken(Scene scene) {
        Map<Hash, Integer> places = places(scene);
        for (int i = 0; !places.isEmpty() && i < scene.chain().size(); i++) {
            Edit.Reword reword = scene.sight().reword(i);
            if (reword != null && !scene.sight().isHidden(i) && !stands(reword, scene.sight(), places)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean stands(Edit.Reword reword, Sight sight, Map<Hash, Integer> places) {
        for (Hash node : reword.leansOn()) {
            @Nullable Integer place = places.get(node);
            if (place == null || place == NOWHERE || !sight.isWhole(place)) {
                return false;
            }
        }
        return true;
    }

    /** Where the pieces stand that others lean on; of the many others nothing is built, for this is asked each turn. */
    private static Map<Hash, Integer> places(Scene scene) {
        Map<Hash, Integer> places = new HashMap<>();
        for (int i = 0; i < scene.chain().size(); i++) {
            Edit.Reword reword = scene.sight().reword(i);
            if (reword != null && !scene.sight().isHidden(i)) {
                reword.leansOn().forEach(node -> places.put(node, NOWHERE));
            }
        }
        for (int i = 0; !places.isEmpty() && i < scene.chain().size(); i++) {
            int at = i;
            places.computeIfPresent(scene.chain().piece(i).node(), (_, _) -> at);
        }
        return places;
    }
}
