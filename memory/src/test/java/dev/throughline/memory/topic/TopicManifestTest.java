package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopicManifestTest {
    @TempDir
    Path folder;

    private void page(String path, String text, int second) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(second)));
    }

    private TopicManifest manifest() {
        return TopicManifest.of(new Workspace(folder, Clock.systemUTC()), MemoryLimits.DEFAULT.manifest());
    }

    @Test
    void topics_are_listed_newest_first() throws IOException {
        page("topics/a.md", "---\nname: tea\ndescription: which tea\ntype: user\n---\nGreen.\n", 86_400);
        page("topics/b.md", "no front matter\n", 2 * 86_400);
        page("MEMORY.md", "---\nname: none\n---\n", 3 * 86_400);
        page("rollouts/c.md", "---\nname: none\n---\n", 3 * 86_400);
        assertEquals(
                "- topics/b.md (1970-01-03): b\n- [user] topics/a.md (1970-01-02): which tea\n",
                manifest().text());
        assertEquals(Optional.empty(), manifest().lines().getFirst().type());
        assertEquals("tea", manifest().lines().getLast().name());
    }

    @Test
    void without_topics_the_manifest_is_empty() {
        assertEquals(List.of(), manifest().lines());
        assertEquals("", manifest().text());
    }

    /** However long a line or a description is, what a model reads of a topic is a line to choose by. */
    @Test
    void only_the_beginning_of_a_page_is_read() throws IOException {
        page("topics/long.md", "---\nname: long\ndescription: " + "word ".repeat(800_000) + "\n---\n", 1);
        page("topics/late.md", "\n".repeat(40) + "---\nname: late\n---\n", 2);
        page("topics/wide.md", "---\nname: wide\ndescription: " + "word ".repeat(500) + "\n---\n", 3);
        List<TopicManifest.TopicLine> lines = manifest().lines();
        assertEquals(
                List.of("wide", "late", "long"),
                lines.stream().map(TopicManifest.TopicLine::name).toList());
        assertTrue(lines.getFirst().text().length() < 400, lines.getFirst().text());
        assertTrue(manifest().text().length() < 500, manifest().text());
    }
}
