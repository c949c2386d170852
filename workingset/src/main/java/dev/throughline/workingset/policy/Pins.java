package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Edit;
import java.util.HashMap;
import java.util.Map;

/**
 * What clearing a piece costs elsewhere: results that point to it and stay get their lines back.
 *
 * <pre>
 *   before   r1 (600 tokens)   r2 → r1 (30)
 *   after    ▪  (40)           r2 (600)         nothing was won, so r1 stays
 * </pre>
 */
final class Pins {
    private Pins() {}

    /** For each piece the tokens that come back when it goes: the first that pointed to it shows them to the others. */
    static long[] costs(Chain chain, Sight sight, Fate[] fates) {
        long[] costs = new long[chain.size()];
        Map<Hash, Integer> places = new HashMap<>();
        for (int i = 0; i < chain.size(); i++) {
            places.put(chain.piece(i).node(), i);
            Edit.Reword reword = sight.reword(i);
            if (reword == null || fates[i] != Fate.STAYS || sight.isHidden(i)) {
                continue;
            }
            long hidden = chain.piece(i).tokens() - sight.tokens(i);
            for (Hash node : reword.leansOn()) {
                Integer target = places.get(node);
                if (target != null) {
                    costs[target] = Math.max(costs[target], hidden);
                }
            }
        }
        return costs;
    }
}
