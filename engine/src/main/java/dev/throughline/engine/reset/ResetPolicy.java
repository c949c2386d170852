package dev.throughline.engine.reset;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * When a session is too old for a new message. If both conditions are set, the one that comes first applies.
 *
 * <pre>
 *   daily hour 4          started 22:00 ──── 03:59 same session ─┤04:00├─ 04:01 a new one
 *   60 idle minutes       last message 22:00 ──── 22:59 same session ─┤23:00├─ a new one
 * </pre>
 *
 * @param dailyHour a session that started before this hour of a day ends at it
 * @param idleMinutes a session ends so long after a person's last message
 */
public record ResetPolicy(OptionalInt dailyHour, OptionalInt idleMinutes) {
    /** Sessions never end by themselves. */
    public static final ResetPolicy NEVER = new ResetPolicy(OptionalInt.empty(), OptionalInt.empty());

    public static final int LAST_HOUR = 23;

    /** The most idle minutes: a year. */
    public static final int MAX_IDLE_MINUTES = 527_040;

    public ResetPolicy {
        if (dailyHour.isPresent() && (dailyHour.getAsInt() < 0 || dailyHour.getAsInt() > LAST_HOUR)) {
            throw new IllegalArgumentException(
                    "The hour of a daily reset must be 0 to " + LAST_HOUR + "; it is " + dailyHour.getAsInt() + ".");
        }
        if (idleMinutes.isPresent() && (idleMinutes.getAsInt() < 1 || idleMinutes.getAsInt() > MAX_IDLE_MINUTES)) {
            throw new IllegalArgumentException("The idle minutes before a reset must be 1 to " + MAX_IDLE_MINUTES
                    + "; they are " + idleMinutes.getAsInt() + ".");
        }
    }

    /**
     * Why a message that arrives now belongs to a new session; empty if it belongs to this one. A clock that was set
     * back causes no reset.
     */
    public Optional<String> reason(SessionClocks clocks, Instant now, ZoneId zone) {
        if (isIdle(clocks, now)) {
            return Optional.of("no message for " + idleMinutes.orElseThrow() + " minutes");
        }
        boolean hasDayEnded =
                dailyHour.isPresent() && clocks.started().isBefore(lastTime(dailyHour.getAsInt(), now, zone));
        return hasDayEnded ? Optional.of("daily reset at %02d:00".formatted(dailyHour.getAsInt())) : Optional.empty();
    }

    private boolean isIdle(SessionClocks clocks, Instant now) {
        return idleMinutes.isPresent()
                && Duration.between(clocks.lastUse(), now).compareTo(Duration.ofMinutes(idleMinutes.getAsInt())) >= 0;
    }

    /** When a day last reached this hour. */
    private static Instant lastTime(int hour, Instant now, ZoneId zone) {
        // Tomorrow may have begun already: clocks can be set back over midnight.
        LocalDate day = now.atZone(zone).toLocalDate().plusDays(1);
        while (isSkipped(day, zone) || time(day, hour, zone).isAfter(now)) {
            day = day.minusDays(1);
        }
        return time(day, hour, zone);
    }

    /** Whether a zone has no such day, because it moved over the date line. */
    private static boolean isSkipped(LocalDate day, ZoneId zone) {
        return !day.atStartOfDay(zone).toLocalDate().equals(day);
    }

    /**
     * When a day reaches an hour: the first time if clocks are set back over it, and the moment of the change if they
     * are set forward over it.
     */
    private static Instant time(LocalDate day, int hour, ZoneId zone) {
        LocalDateTime local = day.atTime(hour, 0);
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change != null && change.isGap()
                ? change.getInstant()
                : local.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
    }
}
