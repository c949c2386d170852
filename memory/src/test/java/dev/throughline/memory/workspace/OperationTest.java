package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OperationTest {
    @Test
    void written_text_is_read_again() {
        Operation operation = new Operation(
                42,
                Operation.OperationKind.UNDO,
                41,
                Instant.parse("2026-04-05T10:15:00Z"),
                "some\nbody",
                List.of(
                        new PageStep.WriteStep(TestWorkspace.path("a b.md"), Optional.of("before"), "after"),
                        new PageStep.WriteStep(TestWorkspace.path("new.md"), Optional.empty(), "after"),
                        new PageStep.DeleteStep(TestWorkspace.path("x/gone.md"), "before"),
                        new PageStep.AppendStep(TestWorkspace.path("memory/l og.md"), 1_200, "after")));
        Operation again = Operation.read(42, operation.format(), (side, _) -> side);
        assertEquals(operation, again);
        assertEquals("some body", again.by());
    }
}
