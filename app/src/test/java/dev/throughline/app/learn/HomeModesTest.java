package dev.throughline.app.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.house.House;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a session leaves behind belongs to its user alone. */
final class HomeModesTest extends MemoryStand {
    @Test
    void nobody_else_may_read_anything_in_a_home_that_was_used() throws Exception {
        try (House house = open()) {
            Agent agent = agent(house, "s1", "parser");
            agent.ask("Remember: we release on Thursdays.");
            agent.ask("What do we do on Thursdays?");
            assertEquals(List.of(), readable());
        }
        assertEquals(List.of(), readable(), "after it was closed");
        try (Stream<Path> files = Files.walk(home())) {
            assertTrue(files.anyMatch(file -> file.endsWith("archive.jsonl")), "there is something to look at");
        }
    }

    private List<String> readable() throws IOException {
        try (Stream<Path> files = Files.walk(home())) {
            return files.filter(file -> !mode(file).endsWith("------"))
                    .map(file -> home().relativize(file) + " " + mode(file))
                    .toList();
        }
    }

    private Path home() {
        return user.resolve(".local/share/throughline");
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            return "gone ------"; // The index deletes what it has merged.
        }
    }
}
