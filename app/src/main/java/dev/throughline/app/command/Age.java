package dev.throughline.app.command;

import java.time.Duration;
import java.time.Instant;

/** How long ago something was, in the largest unit that fits. */
final class Age {
    private Age() {}

    static String of(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        if (age.isNegative() || age.toMinutes() < 1) {
            return Math.max(0, age.toSeconds()) + "s";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + "m";
        }
        return age.toDays() < 2 ? age.toHours() + "h" : age.toDays() + "d";
    }
}
