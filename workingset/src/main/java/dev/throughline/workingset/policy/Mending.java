package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
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
        Map<Hash, Integer> places = null;
        for (int i = 0; i < scene.chain().size(); i++) {
            Edit.Reword reword = scene.sight().reword(i);
            if (reword == null || reword.leansOn().isEmpty() || scene.sight().isHidden(i)) {
                continue;
            }
            places = places == null ? places(scene.chain()) : places;
            if (!stands(reword, scene.sight(), places)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean stands(Edit.Reword reword, Sight sight, Map<Hash, Integer> places) {
        for (Hash node : reword.leansOn()) {
            @Nullable Integer place = places.get(node);
            if (place == null || !sight.isWhole(place)) {
                return false;
            }
        }
        return true;
    }

    private static Map<Hash, Integer> places(Chain chain) {
        Map<Hash, Integer> places = new HashMap<>();
        for (int i = 0; i < chain.size(); i++) {
            places.put(chain.piece(i).node(), i);
        }
        return places;
    }
}
