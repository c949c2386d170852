package dev.throughline.memory.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.index.PageFiles.Stamp;
import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnreadablePagesTest {
    @TempDir
    private Path home;

    @Test
    void a_few_pages_are_named_and_the_others_counted_until_they_can_be_read() throws IOException {
        for (int i = 0; i < 5; i++) {
            Files.write(home.resolve("p" + i + ".md"), new byte[] {(byte) 0xff});
        }
        PageFiles files =
                new PageFiles(new Workspace(home, Clock.systemUTC()), new ExtraFiles(List.of()), Clock.systemUTC());
        UnreadablePages unread = new UnreadablePages(files);
        for (int i = 0; i < 5; i++) {
            assertTrue(unread.read("p" + i + ".md", Stamp.UNKNOWN).isEmpty());
        }
        assertEquals(4, unread.troubles().size(), unread.troubles().toString());
        assertTrue(unread.troubles().getFirst().startsWith("the page p0.md is not found"));
        assertEquals("nor are 2 other pages", unread.troubles().getLast());
        assertFalse(unread.isDue("p1.md", Stamp.UNKNOWN));
        Files.writeString(home.resolve("p0.md"), "text");
        assertTrue(unread.read("p0.md", Stamp.UNKNOWN).isPresent());
        unread.retainOnly(Set.of("p0.md", "p1.md"));
        assertEquals(1, unread.troubles().size());
    }
}
