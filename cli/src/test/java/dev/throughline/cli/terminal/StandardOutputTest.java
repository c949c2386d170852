package dev.throughline.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StandardOutputTest {
    private static Optional<String> failure(String message) {
        StandardOutput output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(message);
            }
        });
        PrintStream out = new PrintStream(output, /* autoFlush= */ true, StandardCharsets.UTF_8);
        out.println("data");
        return output.failure();
    }

    @Test
    void the_first_failure_is_remembered() {
        assertEquals(Optional.of("No space left on device"), failure("No space left on device"));
    }

    @Test
    void a_reader_that_stops_early_is_not_a_failure() {
        assertEquals(Optional.empty(), failure("Broken pipe"));
    }
}
