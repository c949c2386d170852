package dev.throughline.testkit.history;

import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.Set;

/**
 * The properties of a random conversation.
 *
 * @param mostResultChars the length of the longest tool result
 * @param filePercent the probability that a command prints a file and its result is a part of it
 * @param variations the forms in which the client resends the same items
 * @param forkPercent the probability that a new prompt forks at an earlier one; the client may return later
 * @param rewindPercent the probability that a new prompt replaces an earlier one and everything after it
 * @param compactPercent the probability that the client compacts before a new prompt
 */
public record Plan(
        SimulatedDialect dialect,
        long seed,
        int mostResultChars,
        int filePercent,
        Set<Variation> variations,
        int forkPercent,
        int rewindPercent,
        int compactPercent) {
    public Plan {
        variations = Set.copyOf(variations);
        if (forkPercent + rewindPercent + compactPercent > 100) {
            throw new IllegalArgumentException("expected at most 100 percent of moves, found " + forkPercent + " + "
                    + rewindPercent + " + " + compactPercent);
        }
    }

    /** A client that only appends and resends every byte unchanged. */
    public static Plan straight(SimulatedDialect dialect, long seed) {
        return new Plan(dialect, seed, 20_000, 0, Set.of(), 0, 0, 0);
    }

    /** A client that uses all moves and variations. */
    public static Plan wild(SimulatedDialect dialect, long seed) {
        return new Plan(dialect, seed, 20_000, 0, Set.of(Variation.values()), 10, 10, 5);
    }
}
