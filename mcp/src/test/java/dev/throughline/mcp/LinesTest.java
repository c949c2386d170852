package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LinesTest {
    @Test
    void lines_come_one_by_one_and_the_last_needs_no_end() throws IOException {
        Lines lines = of("ä\r\n\nlast");
        assertEquals(Optional.of(new Lines.Line("ä", true)), lines.next());
        assertEquals(Optional.of(new Lines.Line("", true)), lines.next());
        assertEquals(Optional.of(new Lines.Line("last", true)), lines.next());
        assertEquals(Optional.empty(), lines.next());
    }

    @Test
    void a_line_that_is_too_long_says_so_and_the_next_is_whole() throws IOException {
        Lines lines = of("x".repeat(Lines.MOST_BYTES + 1) + "\nnext\n");
        assertFalse(lines.next().orElseThrow().isWhole());
        assertEquals(Optional.of(new Lines.Line("next", true)), lines.next());
    }

    private static Lines of(String text) {
        return new Lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
