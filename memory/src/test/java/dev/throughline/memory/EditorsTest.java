package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.FastFiles;
import dev.throughline.memory.workspace.HookedFiles;
import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A person saves pages with an editor at every step of every writer. */
final class EditorsTest {
    private static final String MINE = "- by hand\n";

    @TempDir
    Path temporary;

    private final Stage.Time time = new Stage.Time();

    private Workspace loose(Path folder) {
        return new Workspace(folder, time, new FastFiles());
    }

    /** As many editors save: a new file takes the place of the old one. */
    private static void save(Path folder) throws IOException {
        List<Path> pages = List.of(
                folder.resolve("MEMORY.md"),
                folder.resolve("memory/2026-04-05.md"),
                folder.resolve("memory_summary.md"),
                folder.resolve("topics/user_role.md"),
                folder.resolve("topics/project_old.md"));
        for (Path page : pages) {
            if (Files.exists(page)) {
                Path fresh = folder.resolve("4913~");
                Files.writeString(fresh, Files.readString(page) + MINE);
                Files.move(fresh, page, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_a_person_saves_stays_beside_what_the_writer_writes(Writers writer) throws IOException {
        Path prepared = temporary.resolve("prepared");
        Writers.prepare(loose(prepared));
        Path model = Writers.copy(prepared, temporary.resolve("model"));
        Map<String, String> before = Writers.state(loose(model));
        writer.write(loose(model));
        Map<String, String> after = Writers.state(loose(model));
        int step = 0;
        while (isSavedAt(writer, Writers.copy(prepared, temporary.resolve("step-" + step)), step, before, after)) {
            step++;
        }
        assertTrue(step > 15, "found " + step);
    }

    /** How many operations are written down, also those that mean nothing yet. */
    private static long begun(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve(".history/00000"))) {
            return all.count();
        }
    }

    /** Whether there was such a step. */
    private boolean isSavedAt(
            Writers writer, Path folder, int step, Map<String, String> before, Map<String, String> after) {
        int[] steps = {0};
        long operations = loose(folder).operations(100).size();
        boolean[] isBegun = {false};
        writer.write(new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                if (steps[0]++ == step) {
                    isBegun[0] = Files.exists(folder.resolve(".history/00000")) && begun(folder) > operations;
                    save(folder);
                }
            }
        }));
        Map<String, String> found = Writers.state(loose(folder));
        String at = writer + " step " + step + ": " + found;
        if (steps[0] <= step) {
            assertEquals(after, found, at);
            return false;
        }
        // What was saved before the writer read the page, it may write anew; what every page keeps is tested by itself.
        List<String> pages = isBegun[0]
                ? List.of("MEMORY.md", "memory/2026-04-05.md", "memory_summary.md", "topics/user_role.md")
                : List.of("MEMORY.md", "memory/2026-04-05.md");
        for (String page : pages) {
            assertTrue(found.getOrDefault(page, "").contains(MINE), page + " at " + at);
            after.getOrDefault(page, "")
                    .lines()
                    .filter(line -> !before.getOrDefault(page, "").contains(line))
                    .forEach(line -> assertTrue(found.getOrDefault(page, "").contains(line), line + " at " + at));
        }
        // A page that was edited before it was to go stays; one that is gone was gone when the person saved.
        String old = found.getOrDefault("topics/project_old.md", MINE);
        assertTrue(old.contains(MINE), at);
        assertTrue(Files.exists(folder.resolve(".history")), at);
        return true;
    }
}
