package dev.throughline.simulator.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.replay.ReplayModel;
import dev.throughline.simulator.replay.SmallSession;
import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.SessionResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One summary of two sessions as a table, as JSON and as CSV. */
final class ReportTableTest {
    private static SessionResult result(String name, double cost) {
        SessionResult result = new SessionResult(name);
        result.totals().add(Counter.TURNS, 4);
        result.totals().add(Counter.DIRECT_TOKENS, 8000);
        result.totals().add(Counter.FORWARDED_TOKENS, 4000);
        result.totals().add(Counter.DIRECT_COST, 2000);
        result.totals().add(Counter.COST, cost);
        result.totals().add(Counter.REGRET, 100);
        result.totals().add(Counter.EVIDENCE, 8);
        result.totals().add(Counter.COVERED, 7);
        result.totals().add(Counter.TARGETS, 4);
        result.totals().add(Counter.READY, 3);
        result.totals().add(Counter.EDITS, 1);
        result.failed("turn 3: HTTP 500");
        result.bypassed("store_failed");
        result.timings().add(new SessionResult.Timing(50_000, 2_000_000, 8_000));
        result.timings().add(new SessionResult.Timing(150_000, 4_000_000, 8_000));
        return result;
    }

    private static ReplaySummary summary() {
        return ReplaySummary.of(
                Map.of("policy", "off"),
                List.of(result("one", 1000), result("two", 2100)),
                new ReplayModel(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules).unmatched(),
                Duration.ofMillis(1500));
    }

    @Test
    void the_full_table_has_a_row_per_session_a_total_and_remarks() {
        assertEquals(
                List.of(
                        "session                     turns  direct k     fwd k   fwd%  cost%   net%   cov%   old% "
                                + " turn% ready% edit/t  viol  ovfl  fail  byp   aux",
                        "one                             4         8         4   50.0   50.0   55.0   87.5  100.0 "
                                + " 100.0   75.0   0.25     0     0     0    1     0",
                        "two                             4         8         4   50.0  105.0  110.0   87.5  100.0 "
                                + " 100.0   75.0   0.25     0     0     0    1     0",
                        "TOTAL (2 sessions)              8        16         8   50.0   77.5   82.5   87.5  100.0 "
                                + " 100.0   75.0   0.25     0     0     0    2     0"),
                ReportTable.whole(summary()).subList(0, 4));
        String all = String.join("\n", ReportTable.whole(summary()));
        assertTrue(all.contains("worst session 105.0% (two); sessions above 101% of direct: 1"), all);
        assertTrue(all.contains("bypasses 2 {store_failed=2}; tools added none"), all);
        assertTrue(
                all.contains("latency <100 KB      n=2     in the gateway before the model p50 2.00 ms p99 2.00 ms"),
                all);
        assertTrue(all.contains("  ! one turn 3: HTTP 500"), all);
        assertTrue(all.endsWith("1.5 s"), all);
    }

    @Test
    void the_brief_table_has_only_the_total() {
        List<String> brief = ReportTable.brief(summary());
        assertTrue(brief.get(1).startsWith("TOTAL"), brief.get(1));
        assertTrue(brief.stream().noneMatch(line -> line.contains("HTTP 500")));
    }

    @Test
    void json_and_csv_contain_every_figure() {
        String json = ReportFiles.json(summary());
        assertTrue(json.startsWith("{\"settings\":{\"policy\":\"off\"},\"total\":{\"turns\":8,"), json);
        assertTrue(json.contains("\"worst_session\":\"two\",\"expensive_sessions\":1"), json);
        assertTrue(json.contains("\"id\":\"one\""), json);
        assertTrue(json.contains("\"targets\":8,\"ready_pct\":75.0,\"edits_per_turn\":0.25"), json);
        List<String> lines = ReportFiles.csv(summary()).lines().toList();
        assertTrue(lines.getFirst().startsWith("id,turns,requests,direct_k,"), lines.getFirst());
        assertTrue(lines.getFirst().contains(",targets,ready_pct,"), lines.getFirst());
        assertTrue(lines.get(1).contains(",4,75.0,0.25,"), lines.get(1));
        assertTrue(lines.get(1).startsWith("\"one\",4,0,8.0,4.0,50.0,2.0,1.0,50.0,55.0,"), lines.get(1));
        assertTrue(lines.get(3).startsWith("\"TOTAL\",8,"), lines.get(3));
    }
}
