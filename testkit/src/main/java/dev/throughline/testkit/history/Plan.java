package dev.throughline.testkit.history;

import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.Set;

/**
 * What kind of conversation to make up.
 *
 * @param mostResultChars the length of the longest tool result
 * @param filePercent how likely a command prints a file, and a result is a part of it
 * @param variations in which ways the client resends the same items looking different
 * @param forkPercent how likely a new prompt goes back to an earlier one and branches off, and may return later
 * @param rewindPercent how likely a new prompt replaces an earlier one and all that followed
 * @param compactPercent how likely the client compacts before a new prompt
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

    /** A client that only ever appends, and resends every byte as it was. */
    public static Plan straight(SimulatedDialect dialect, long seed) {
        return new Plan(dialect, seed, 20_000, 0, Set.of(), 0, 0, 0);
    }

    /** A client that does everything that clients do. */
    public static Plan wild(SimulatedDialect dialect, long seed) {
        return new Plan(dialect, seed, 20_000, 0, Set.of(Variation.values()), 10, 10, 5);
    }
}
