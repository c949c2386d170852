package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ImportReportTest {
    @Test
    void reports_are_added_and_a_session_in_two_files_counts_once() {
        ImportReport one = new ImportReport(1, List.of("a", "b"), 2, 3, 4, List.of(), 0);
        ImportReport other = new ImportReport(1, List.of("b"), 5, 6, 7, List.of(), 0);
        assertEquals(new ImportReport(2, List.of("a", "b"), 7, 9, 11, List.of(), 0), one.and(other));
    }

    @Test
    void problems_beyond_the_limit_are_counted() {
        ImportReport all = ImportReport.NONE;
        for (int i = 0; i < ImportReport.MAX_PROBLEMS + 5; i++) {
            all = all.and(ImportReport.problem("f" + i, "damaged"));
        }
        assertEquals(ImportReport.MAX_PROBLEMS, all.problems().size());
        assertEquals(5, all.furtherProblems());
    }
}
