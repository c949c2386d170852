package dev.throughline.simulator.evidence;

import java.util.List;

/**
 * A token that an answer uses.
 *
 * @param sources the indices of the earlier messages that hold it, oldest first
 * @param age turns since the most recent of them
 */
public record Evidence(EvidenceToken token, List<Integer> sources, int age) {
    /** From this age on, evidence is old. */
    public static final int OLD_TURNS = 10;

    public Evidence {
        sources = List.copyOf(sources);
    }

    public boolean isOld() {
        return age >= OLD_TURNS;
    }
}
