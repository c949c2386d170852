package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Only the user can read the files of a session. */
final class HomeModesTest extends MemoryFixture {
    @Test
    void only_the_owner_can_read_the_files_of_a_home() throws Exception {
        try (GatewayServer gateway = open()) {
            Agent agent = agent(gateway, "s1", "parser");
            agent.ask("Remember: we release on Thursdays.");
            agent.ask("What do we do on Thursdays?");
            assertEquals(List.of(), readable());
        }
        assertEquals(List.of(), readable(), "after it was closed");
        try (Stream<Path> files = Files.walk(home())) {
            assertTrue(files.anyMatch(file -> file.endsWith("archive.jsonl")), "there are files to check");
        }
    }

    /** Files that others may read, except for those that are being created in a private folder. */
    private List<String> readable() throws IOException, InterruptedException {
        List<String> readable = readableNow();
        for (int i = 0; i < 100 && !readable.isEmpty(); i++) {
            boolean _ = new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
            readable = readableNow();
        }
        return readable;
    }

    private List<String> readableNow() throws IOException {
        List<String> readable = new ArrayList<>();
        Files.walkFileTree(home(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return look(folder);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                return look(file);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            private FileVisitResult look(Path file) {
                if (!mode(file).endsWith("------")) {
                    readable.add(home().relativize(file) + " " + mode(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return readable;
    }

    private Path home() {
        return user.resolve(".local/share/throughline");
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            return "gone ------"; // The index deletes segments that it has merged.
        }
    }
}
