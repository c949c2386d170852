package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonLinesTest {
    @TempDir
    private Path folder;

    @Test
    void lines_are_exact_and_the_rest_of_a_long_one_is_skipped() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "one\r\n\n123456789\nlast");
        List<String> read = new ArrayList<>();
        try (JsonLines lines = new JsonLines(file, 8)) {
            Optional<Bytes> line = lines.next();
            while (line.isPresent()) {
                read.add(lines.number() + " " + line.get().utf8() + (lines.isTooLong() ? " (long)" : ""));
                line = lines.next();
            }
        }
        assertEquals(List.of("1 one", "2 ", "3 12345678 (long)", "4 last"), read);
    }
}
