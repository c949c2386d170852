package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionProgress.CacheReports;
import dev.throughline.model.Usage;
import org.junit.jupiter.api.Test;

final class CacheReportsTest {
    private static CacheReports after(CacheReports before, int times, Usage billed) {
        CacheReports reports = before;
        for (int i = 0; i < times; i++) {
            reports = reports.after(billed);
        }
        return reports;
    }

    @Test
    void enough_large_prompts_without_a_cache_report_mean_that_there_is_no_cache() {
        CacheReports reports = after(CacheReports.NONE, 2, new Usage(9_000, 0, 0, 1));
        assertFalse(reports.isMissing(8_192, 3));
        assertTrue(reports.isMissing(8_192, 2));
        assertFalse(reports.isMissing(9_001, 2));
        CacheReports small = after(reports, 40, new Usage(100, 0, 0, 1));
        assertFalse(small.isMissing(8_192, 3), "small prompts do not count");
        assertTrue(small.isMissing(8_192, 2), "small prompts do not displace large ones");
        assertEquals(CacheReports.MAX_SILENT, small.silent().size());
    }

    @Test
    void one_cache_report_means_that_there_is_a_cache() {
        CacheReports reports = after(CacheReports.NONE, 9, new Usage(9_000, 0, 0, 1));
        CacheReports used = after(reports, 1, new Usage(10, 8_990, 0, 1));
        assertFalse(after(used, 9, new Usage(9_000, 0, 0, 1)).isMissing(8_192, 3));
    }
}
