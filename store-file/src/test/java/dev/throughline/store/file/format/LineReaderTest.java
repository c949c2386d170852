package dev.throughline.store.file.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LineReaderTest {
    @TempDir
    Path directory;

    @Test
    void lines_of_any_length_are_read_with_their_offsets() throws IOException {
        List<String> lines =
                List.of("", "a", "x".repeat(1_000_000), "b", "y".repeat(200_000), "c".repeat(128 * 1024 - 1));
        Path file = directory.resolve("file");
        Files.writeString(file, String.join("\n", lines) + "\nrest");
        long size = Files.size(file);
        try (LineReader reader = new LineReader(file, 0, size)) {
            long offset = 0;
            for (String line : lines) {
                assertTrue(reader.next());
                assertEquals(offset, reader.offset());
                assertEquals(line, new String(reader.line(), StandardCharsets.UTF_8));
                offset += line.length() + 1;
                assertEquals(offset, reader.nextOffset());
            }
            assertFalse(reader.next());
            assertEquals(size - 4, reader.offset());
        }
    }

    @Test
    void reading_starts_and_ends_at_the_given_offsets() throws IOException {
        Path file = directory.resolve("file");
        Files.writeString(file, "one\ntwo\nthree\n");
        try (LineReader reader = new LineReader(file, 4, 10)) {
            assertTrue(reader.next());
            assertEquals("two", new String(reader.line(), StandardCharsets.UTF_8));
            assertFalse(reader.next());
        }
    }

    @Test
    void bytes_after_the_last_line_break_of_a_range_are_not_a_line() {
        byte[] bytes = "one\ntwo\n\nthree\n".getBytes(StandardCharsets.UTF_8);
        List<String> lines = LineReader.split(bytes, new Span(4, 12)).stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
        assertEquals(List.of("two", ""), lines);
    }
}
