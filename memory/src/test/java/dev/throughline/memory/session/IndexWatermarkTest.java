package dev.throughline.memory.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexWatermarkTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void indexed_sessions_are_skipped_except_those_of_the_last_minutes() {
        IndexWatermark first = new IndexWatermark(folder.resolve("index"), List.of(), "");
        assertTrue(first.isBefore(Instant.EPOCH), "nothing was done yet");
        first.advance(NOON);
        first.advance(NOON.minusSeconds(9));
        first.save(List.of());
        IndexWatermark second = new IndexWatermark(folder.resolve("index"), List.of(), "");
        assertTrue(second.isBefore(NOON.minusSeconds(599)), "a crash may have lost it");
        assertFalse(second.isBefore(NOON.minusSeconds(601)));
    }

    @Test
    void all_sessions_are_indexed_again_if_an_index_was_deleted() throws IOException {
        Project project = new Project("p", folder.resolve("p/workspace"), folder.resolve("p/index"));
        Files.createDirectories(project.workspace());
        Files.createDirectories(project.index());
        IndexWatermark first = new IndexWatermark(folder.resolve("index"), List.of(project), "");
        first.advance(NOON);
        first.save(List.of(project));
        assertFalse(new IndexWatermark(folder.resolve("index"), List.of(project), "").isBefore(Instant.EPOCH));
        Files.delete(project.index().resolve("sessions.complete"));
        Files.delete(project.index());
        assertTrue(new IndexWatermark(folder.resolve("index"), List.of(project), "").isBefore(Instant.EPOCH));
    }

    @Test
    void all_sessions_are_indexed_again_if_an_index_lost_documents() throws IOException {
        Project project = new Project("p", folder.resolve("p/workspace"), folder.resolve("p/index"));
        Files.createDirectories(project.index());
        IndexWatermark first = new IndexWatermark(folder.resolve("index"), List.of(project), "");
        first.advance(NOON);
        first.save(List.of(project));
        Files.writeString(project.index().resolve("rebuild"), "the disk was full\n");
        assertTrue(new IndexWatermark(folder.resolve("index"), List.of(project), "").isBefore(Instant.EPOCH));
    }

    @Test
    void indexes_of_an_older_version_are_rebuilt_once() throws IOException {
        assertFalse(new IndexWatermark(folder, List.of(), "").isOutdated(), "there is none yet");
        Files.writeString(folder.resolve("sessions.until"), NOON + "\n");
        IndexWatermark old = new IndexWatermark(folder, List.of(), "");
        assertTrue(old.isOutdated());
        assertTrue(old.isBefore(Instant.EPOCH), "everything again");
        old.save(List.of());
        assertFalse(new IndexWatermark(folder, List.of(), "").isOutdated());
    }

    @Test
    void all_sessions_are_indexed_again_if_the_file_is_unreadable() throws IOException {
        Files.writeString(folder.resolve("sessions.until"), "noon");
        assertTrue(new IndexWatermark(folder, List.of(), "").isBefore(Instant.EPOCH));
    }

    @Test
    void other_settings_of_people_are_other_rules() {
        new IndexWatermark(folder.resolve("index"), List.of(), "before").save(List.of());
        assertFalse(new IndexWatermark(folder.resolve("index"), List.of(), "before").isOutdated());
        assertTrue(new IndexWatermark(folder.resolve("index"), List.of(), "after").isOutdated());
    }

    @Test
    void all_sessions_are_indexed_again_after_it_was_removed() {
        IndexWatermark first = new IndexWatermark(folder, List.of(), "");
        first.advance(NOON);
        first.save(List.of());
        assertFalse(new IndexWatermark(folder, List.of(), "").isBefore(Instant.EPOCH));
        first.remove();
        assertTrue(new IndexWatermark(folder, List.of(), "").isBefore(Instant.EPOCH));
    }
}
