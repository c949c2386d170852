package dev.throughline.engine.reset;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The fields of a reset policy that are different for some sessions.
 *
 * @param dailyHour the other hour, or without a number no daily reset; empty to keep the hour of the policy
 * @param idleMinutes the other number, or without a number no reset of idle sessions; empty to keep that of the policy
 */
public record ResetOverride(Optional<OptionalInt> dailyHour, Optional<OptionalInt> idleMinutes) {
    public static final ResetOverride NONE = new ResetOverride(Optional.empty(), Optional.empty());

    public ResetOverride {
        var _ = new ResetPolicy(dailyHour.orElse(OptionalInt.empty()), idleMinutes.orElse(OptionalInt.empty()));
    }

    ResetPolicy over(ResetPolicy base) {
        return new ResetPolicy(dailyHour.orElse(base.dailyHour()), idleMinutes.orElse(base.idleMinutes()));
    }
}
