package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.SessionResult;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class ReplayTest {
    @Test
    void masking_old_results_saves_tokens_invalidates_the_cache_and_loses_evidence() {
        Replay replay = new Replay(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
        SessionResult result = replay.run(
                        new MaskingHandler(replay.upstream(), 10),
                        List.of(() -> SmallSession.reading(30)),
                        2,
                        (_, _) -> {})
                .getFirst();
        assertEquals(33, result.totals().of(Counter.OK));
        assertEquals(1, result.totals().of(Counter.REPEATS_SAME));
        assertTrue(result.totals().of(Counter.FORWARDED_TOKENS)
                < 0.7 * result.totals().of(Counter.DIRECT_TOKENS));
        assertTrue(result.totals().of(Counter.COST) > result.totals().of(Counter.DIRECT_COST));
        assertEquals(21, result.totals().of(Counter.EDITS));
        assertEquals(0, result.totals().of(Counter.VIOLATIONS));
        assertEquals(
                result.totals().of(Counter.EVIDENCE_OLD) - 2, result.totals().of(Counter.COVERED_OLD));
        assertEquals(1, result.totals().of(Counter.REFETCHES));
    }

    @Test
    void an_unreadable_session_ends_the_run() {
        Replay replay = new Replay(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
        List<Supplier<Trajectory>> broken = List.of(() -> {
            throw new IllegalArgumentException("no JSON");
        });
        assertThrows(
                IllegalStateException.class,
                () -> replay.run(new MaskingHandler(replay.upstream(), 10), broken, 1, (_, _) -> {}));
    }
}
