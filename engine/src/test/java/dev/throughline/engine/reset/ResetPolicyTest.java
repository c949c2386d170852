package dev.throughline.engine.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResetPolicyTest {
    private static final long SEED = 20_260_405;
    private static final int CASES = 150;
    private static final int MINUTES = 3 * 24 * 60;

    private static ResetPolicy policy(int hour, int idle) {
        return new ResetPolicy(
                hour < 0 ? OptionalInt.empty() : OptionalInt.of(hour),
                idle < 1 ? OptionalInt.empty() : OptionalInt.of(idle));
    }

    private static Optional<String> reason(ResetPolicy policy, String started, String message, String now) {
        return policy.reason(
                new SessionClocks(Instant.parse(started), Optional.of(Instant.parse(message))),
                Instant.parse(now),
                ZoneOffset.UTC);
    }

    @ParameterizedTest
    @CsvSource({
        // hour, idle, started, last message, now, reason
        "4, 0, 2026-03-01T22:00:00Z, 2026-03-02T03:58:00Z, 2026-03-02T03:59:59Z, ''",
        "4, 0, 2026-03-01T22:00:00Z, 2026-03-02T03:58:00Z, 2026-03-02T04:00:00Z, daily reset at 04:00",
        "4, 0, 2026-03-02T04:00:00Z, 2026-03-02T04:00:00Z, 2026-03-02T23:59:00Z, ''",
        "4, 0, 2026-02-01T04:00:00Z, 2026-02-27T04:00:00Z, 2026-03-02T03:00:00Z, daily reset at 04:00",
        "0, 0, 2026-03-01T23:59:00Z, 2026-03-01T23:59:00Z, 2026-03-02T00:00:00Z, daily reset at 00:00",
        "-1, 60, 2026-03-01T22:00:00Z, 2026-03-01T22:30:00Z, 2026-03-01T23:29:59Z, ''",
        "-1, 60, 2026-03-01T22:00:00Z, 2026-03-01T22:30:00Z, 2026-03-01T23:30:00Z, no message for 60 minutes",
        "4, 60, 2026-03-01T22:00:00Z, 2026-03-02T03:50:00Z, 2026-03-02T04:10:00Z, daily reset at 04:00",
        "4, 60, 2026-03-01T12:00:00Z, 2026-03-01T12:30:00Z, 2026-03-01T13:40:00Z, no message for 60 minutes",
        "-1, 0, 2020-03-01T12:00:00Z, 2020-03-01T12:30:00Z, 2026-03-01T13:40:00Z, ''",
        // clocks that were set back
        "4, 60, 2026-03-02T12:00:00Z, 2026-03-02T12:30:00Z, 2026-03-01T12:00:00Z, ''",
        "4, 60, 2026-03-02T12:00:00Z, 2026-03-02T14:30:00Z, 2026-03-02T13:00:00Z, ''",
        // leap day
        "4, 0, 2028-02-28T05:00:00Z, 2028-02-28T05:00:00Z, 2028-02-29T04:00:00Z, daily reset at 04:00",
        "4, 0, 2028-02-29T05:00:00Z, 2028-02-29T05:00:00Z, 2028-03-01T03:59:00Z, ''"
    })
    void a_session_ends_at_the_first_condition(
            int hour, int idle, String started, String message, String now, String expected) {
        assertEquals(expected, reason(policy(hour, idle), started, message, now).orElse(""));
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2028-02-29T00:00:00Z",
        "Europe/Berlin, 2026-03-29T01:00:00Z",
        "Europe/Berlin, 2026-10-25T01:00:00Z",
        "America/New_York, 2026-03-08T07:00:00Z",
        "America/New_York, 2026-11-01T06:00:00Z",
        "Australia/Lord_Howe, 2026-10-03T15:30:00Z",
        "Australia/Lord_Howe, 2026-04-04T15:00:00Z",
        "America/Havana, 2026-11-01T05:00:00Z",
        "America/Sao_Paulo, 2018-11-04T03:00:00Z",
        "America/St_Johns, 2010-11-07T02:31:00Z",
        "America/Toronto, 1919-03-31T04:30:00Z",
        "America/Nuuk, 2026-03-29T01:00:00Z",
        "Pacific/Apia, 2011-12-30T10:00:00Z",
        "Asia/Kathmandu, 2027-12-31T18:15:00Z"
    })
    void the_decision_is_that_of_a_clock_that_is_watched_every_minute(String zoneName, Instant change) {
        ZoneId zone = ZoneId.of(zoneName);
        Random random = new Random(SEED);
        for (int i = 0; i < CASES; i++) {
            Instant start = change.plus(random.nextInt(MINUTES) - MINUTES / 2, ChronoUnit.MINUTES);
            Instant message = start.plus(random.nextInt(600) - 60, ChronoUnit.MINUTES);
            Instant now = start.plus(random.nextInt(MINUTES) - 600, ChronoUnit.MINUTES);
            int hour = random.nextInt(24 + 6) - 6;
            int idle = random.nextBoolean() ? 1 + random.nextInt(600) : 0;
            Optional<Instant> last = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(message);
            SessionClocks clocks = new SessionClocks(start, last);
            assertEquals(
                    isOver(hour, idle, clocks, now, zone),
                    policy(hour, idle).reason(clocks, now, zone).isPresent(),
                    () -> zone + " hour " + hour + " idle " + idle + " " + clocks + " at " + now);
        }
    }

    /** Watches a clock on the wall every minute until now. */
    private static boolean isOver(int hour, int idle, SessionClocks clocks, Instant now, ZoneId zone) {
        Set<LocalDate> reached = new HashSet<>();
        LocalDate day = LocalDate.MIN;
        int minutesWithoutUse = 0;
        for (Instant at = clocks.started().minus(2, ChronoUnit.DAYS); !at.isAfter(now); at = at.plusSeconds(60)) {
            ZonedDateTime wall = at.atZone(zone);
            boolean isHourSkipped = wall.toLocalDate().isAfter(day) && !day.equals(LocalDate.MIN) && reached.add(day);
            day = wall.toLocalDate();
            boolean isReachedNow = hour >= 0 && (isHourSkipped || (wall.getHour() >= hour && reached.add(day)));
            if (at.equals(clocks.started())
                    || clocks.lastMessage().filter(at::equals).isPresent()) {
                minutesWithoutUse = 0;
            } else {
                minutesWithoutUse++;
            }
            boolean hasStarted = at.isAfter(clocks.started());
            if (hasStarted && isReachedNow) {
                return true;
            }
            if (hasStarted && idle > 0 && minutesWithoutUse >= idle && at.equals(now)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void numbers_out_of_range_are_refused() {
        for (List<Integer> wrong : List.of(List.of(24, 1), List.of(4, ResetPolicy.MAX_IDLE_MINUTES + 1))) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> policy(wrong.getFirst(), wrong.getLast()));
            assertTrue(String.valueOf(refused.getMessage()).contains("must be"), refused::getMessage);
        }
        assertThrows(IllegalArgumentException.class, () -> new ResetPolicy(OptionalInt.empty(), OptionalInt.of(0)));
    }
}
