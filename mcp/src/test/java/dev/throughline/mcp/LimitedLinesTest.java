package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LimitedLinesTest {
    @Test
    void lines_are_read_in_order_and_the_last_line_needs_no_line_break() throws IOException {
        LimitedLines lines = of("ä\r\n\nlast");
        assertEquals(Optional.of(new LimitedLines.LimitedLine("ä", true)), lines.next());
        assertEquals(Optional.of(new LimitedLines.LimitedLine("", true)), lines.next());
        assertEquals(Optional.of(new LimitedLines.LimitedLine("last", true)), lines.next());
        assertEquals(Optional.empty(), lines.next());
    }

    @Test
    void a_too_long_line_is_marked_and_the_next_line_is_complete() throws IOException {
        LimitedLines lines = of("x".repeat(LimitedLines.MOST_BYTES + 1) + "\nnext\n");
        assertFalse(lines.next().orElseThrow().isWhole());
        assertEquals(Optional.of(new LimitedLines.LimitedLine("next", true)), lines.next());
    }

    private static LimitedLines of(String text) {
        return new LimitedLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
