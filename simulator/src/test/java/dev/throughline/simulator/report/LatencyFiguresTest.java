package dev.throughline.simulator.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.session.SessionResult;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LatencyFiguresTest {
    @Test
    void requests_are_grouped_by_size() {
        SessionResult result = new SessionResult("one");
        IntStream.rangeClosed(1, 100)
                .forEach(i -> result.timings().add(new SessionResult.Timing(99_999, i * 1_000_000L, 500)));
        result.timings().add(new SessionResult.Timing(100_000, 7_000_000, -1));
        assertEquals(
                List.of(
                        new LatencyFigures("<100 KB", 100, 51, 100, 0.5),
                        new LatencyFigures("100 KB-1 MB", 1, 7, 7, -0.001)),
                LatencyFigures.of(List.of(result)));
    }
}
