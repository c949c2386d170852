package dev.throughline.wire;

import java.util.OptionalLong;
import java.util.Set;

/**
 * A provider's report that a request is too long for the model.
 *
 * @param tokens how many tokens the request had, if the error contains it
 * @param window how many tokens would fit, if the error contains it
 */
public record Overflow(OptionalLong tokens, OptionalLong window) {
    /** Statuses of such errors. Not 429, whose similar messages are about rates. */
    private static final Set<Integer> STATUSES = Set.of(400, 413, 422, 500);

    /** Whether an HTTP error of this status can be about a request that was too long. */
    public static boolean isPossibleStatus(int status) {
        return STATUSES.contains(status);
    }
}
