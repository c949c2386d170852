package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RolloutSelectionTest {
    private static final Instant OLD = Stage.NOON.minus(Duration.ofDays(40));

    @TempDir
    Path folder;

    private final Workspace workspace() {
        return new Workspace(folder, new Stage.Time());
    }

    private RolloutSelection selection() {
        return new RolloutSelection(workspace(), MemoryLimits.DEFAULT.consolidation());
    }

    private MemoryPath rollout(int number, Instant updated, Instant modified) throws IOException {
        String session = Stage.session(number).id().toString();
        MemoryPath path = Rollout.path(session, updated, "s" + number);
        Path file = folder.resolve(path.text());
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, new Rollout(path, session, updated, "Summary.", List.of()).format());
        Files.setLastModifiedTime(file, FileTime.from(modified));
        return path;
    }

    private List<MemoryPath> chosen() {
        return selection().rollouts().stream().map(Rollout::path).toList();
    }

    @Test
    void recent_and_used_rollouts_are_selected_the_most_used_first() throws IOException {
        MemoryPath old = rollout(1, OLD, OLD);
        MemoryPath yesterday = rollout(2, Stage.NOON.minus(Duration.ofDays(1)), Stage.NOON);
        MemoryPath today = rollout(3, Stage.NOON.minus(Duration.ofHours(7)), Stage.NOON);
        assertEquals(List.of(today, yesterday), chosen());
        new PageUses(workspace()).count(List.of(old));
        assertEquals(List.of(old, today, yesterday), chosen());
    }

    @Test
    void a_session_that_continued_is_recent_whatever_its_name_says() throws IOException {
        MemoryPath path = rollout(1, OLD, OLD);
        Files.writeString(
                folder.resolve(path.text()),
                new Rollout(path, "s", Stage.NOON.minus(Duration.ofHours(7)), "Went on.", List.of()).format());
        assertEquals(List.of(path), chosen());
    }

    @Test
    void the_fingerprint_changes_with_the_selection() throws IOException {
        MemoryPath path = rollout(1, Stage.NOON, Stage.NOON);
        String before = selection().fingerprint();
        assertEquals(before, selection().fingerprint());
        new PageUses(workspace()).count(List.of(path));
        String used = selection().fingerprint();
        assertNotEquals(before, used);
        rollout(2, Stage.NOON, Stage.NOON);
        assertNotEquals(used, selection().fingerprint());
    }

    @Test
    void a_page_that_is_not_a_rollout_is_ignored() throws IOException {
        MemoryPath path = rollout(1, Stage.NOON, Stage.NOON);
        Files.writeString(folder.resolve("rollouts/mine.md"), "by hand\n");
        Files.write(folder.resolve("rollouts/zz.md"), new byte[] {0, 1, (byte) 0xff});
        assertEquals(List.of(path), chosen());
        assertTrue(selection().rollouts().getFirst().memories().isEmpty());
    }
}
