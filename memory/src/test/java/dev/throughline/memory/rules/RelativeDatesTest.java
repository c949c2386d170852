package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RelativeDatesTest {
    /** A Sunday. */
    private static final LocalDate DAY = LocalDate.of(2026, 4, 5);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the freeze starts tomorrow | the freeze starts 2026-04-06",
                "decided in the meeting today | decided in the meeting 2026-04-05",
                "it ends the day after tomorrow | it ends 2026-04-07",
                "it ends next Thursday | it ends 2026-04-09",
                "it ends this sunday | it ends 2026-04-05",
                "it starts next week | it starts 2026-04-06",
                "it starts next month | it starts 2026-05",
                "it expires in 10 days | it expires 2026-04-15",
                "we release on Thursdays | we release on Thursdays",
                "Der Freeze beginnt nächsten Montag | Der Freeze beginnt 2026-04-06",
                "Ab morgen gilt das | Ab 2026-04-06 gilt das",
                "Guten Morgen zusammen | Guten Morgen zusammen",
                "El contrato termina el próximo viernes | El contrato termina 2026-04-10",
                "por la mañana | por la mañana",
                "On livre vendredi prochain | On livre 2026-04-10",
                "我们下周二发布 | 我们2026-04-07发布",
                "明天开始冻结 | 2026-04-06开始冻结"
            })
    void words_for_days_become_dates(String said, String dated) {
        assertEquals(dated, RelativeDates.absolute(said, DAY));
    }

    @Test
    void names_and_paths_are_left_as_they_are() {
        for (String said :
                List.of("We use tomorrow.io for weather.", "Logs are in /var/log/today/app.", "see today_log")) {
            assertEquals(said, RelativeDates.absolute(said, DAY));
        }
        assertEquals("We freeze on " + DAY.plusDays(1) + ".", RelativeDates.absolute("We freeze on tomorrow.", DAY));
    }
}
