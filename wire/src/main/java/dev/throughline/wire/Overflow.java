package dev.throughline.wire;

import java.util.OptionalLong;
import java.util.Set;

/**
 * A provider's word that a request does not fit the model.
 *
 * @param tokens how many tokens the request had, where it says so
 * @param window how many would fit, where it says so
 */
public record Overflow(OptionalLong tokens, OptionalLong window) {
    /** Statuses under which servers say it. Not 429, under which similar words speak of rates. */
    private static final Set<Integer> STATUSES = Set.of(400, 413, 422, 500);

    /** Whether an HTTP error of this status can be about a request that was too long. */
    public static boolean isPossibleStatus(int status) {
        return STATUSES.contains(status);
    }
}
