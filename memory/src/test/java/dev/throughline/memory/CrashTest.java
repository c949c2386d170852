package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.FastFiles;
import dev.throughline.memory.workspace.StoppingFiles;
import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The machine goes off at every step of every writer. */
final class CrashTest {
    @TempDir
    Path temporary;

    private final Stage.Time time = new Stage.Time();

    private Workspace loose(Path folder) {
        return new Workspace(folder, time, new FastFiles());
    }

    @ParameterizedTest
    @EnumSource
    void whoever_writes_leaves_all_of_it_or_nothing_and_does_it_when_asked_again(Writers writer) throws IOException {
        Path prepared = temporary.resolve("prepared");
        Writers.prepare(loose(prepared));
        Path model = Writers.copy(prepared, temporary.resolve("model"));
        Map<String, String> before = Writers.state(loose(model));
        StoppingFiles counting = new StoppingFiles(-1, StoppingFiles.Where.BEFORE);
        writer.write(new Workspace(model, time, counting));
        Map<String, String> after = Writers.state(loose(model));
        assertNotEquals(before, after);
        for (StoppingFiles.Where where : List.of(StoppingFiles.Where.WITHIN, StoppingFiles.Where.AFTER)) {
            for (int step = 0; step < counting.steps(); step++) {
                if (where == StoppingFiles.Where.WITHIN && step > 0 && !counting.isDivisible(step)) {
                    continue;
                }
                String at = writer + " " + where + " step " + step + " of " + counting.steps();
                Path folder = Writers.copy(prepared, temporary.resolve(where + "-" + step));
                Workspace stopping = new Workspace(folder, time, new StoppingFiles(step, where));
                assertThrows(StoppingFiles.Stopped.class, () -> writer.write(stopping), at);
                Workspace again = loose(folder);
                again.recover();
                Map<String, String> found = Writers.state(again);
                assertTrue(found.equals(before) || found.equals(after), () -> at + ": " + found);
                time.move(Stage.NOON.plus(Duration.ofMinutes(20)));
                writer.write(again);
                assertEquals(after, Writers.state(again), at);
                time.move(Stage.NOON);
            }
        }
    }

    /** What goes past the disk cannot be stopped by a test, nor be undone. */
    @Test
    void nothing_but_the_disk_writes() throws IOException {
        Pattern writing = Pattern.compile("Files\\s*\\.\\s*(?:write|copy|move|delete|create|newOutputStream|"
                + "newBufferedWriter|newByteChannel|set[A-Z])|StandardOpenOption\\.(?:WRITE|APPEND)|FileOutputStream");
        Path home = Stream.of("src/main/java", "memory/src/main/java")
                .map(Path::of)
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
        List<String> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(home.resolve("dev/throughline/memory"))) {
            for (Path file :
                    all.filter(path -> path.toString().endsWith(".java")).toList()) {
                if (writing.matcher(Files.readString(file)).find()) {
                    found.add(String.valueOf(file.getFileName()));
                }
            }
        }
        // The lock file is opened for writing, since only then it can be locked, and stays empty. An index is derived.
        assertEquals(
                List.of("DurableFiles.java", "IndexWatermark.java", "PageIndex.java", "WorkspaceLock.java"),
                found.stream().sorted().toList());
    }
}
