package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuarantineTest {
    @TempDir
    Path root;

    @Test
    void a_file_in_quarantine_is_never_overwritten() throws IOException {
        Home home = TestHome.home(root);
        Quarantine quarantine = new Quarantine(home.root(), TestHome.CLOCK, 10);
        for (int i = 0; i < 3; i++) {
            Files.writeString(home.index(), "bad " + i);
            quarantine.move(home.index(), "it is bad");
            assertFalse(Files.exists(home.index()));
        }
        List<Path> kept = TestHome.damaged(root);
        assertEquals(3, kept.size());
        assertEquals("bad 2", Files.readString(kept.get(2)));
        assertTrue(kept.get(0).toString().endsWith("20260301T120000.000Z-0-sessions.json"), "" + kept);
        assertEquals("it is bad\n", Files.readString(Path.of(kept.get(0) + ".reason")));
    }

    @Test
    void a_range_is_copied_once_and_the_number_of_reports_is_limited() throws IOException {
        Home home = TestHome.home(root);
        Quarantine quarantine = new Quarantine(home.root(), TestHome.CLOCK, 2);
        byte[] bad = "bad".getBytes(StandardCharsets.UTF_8);
        quarantine.copy(home.index(), 7, bad, "why");
        quarantine.copy(home.index(), 7, bad, "why");
        assertEquals(1, TestHome.damaged(root).size());
        quarantine.report(home.index(), "second");
        quarantine.report(home.index(), "third");
        assertEquals(
                List.of("second", "third"),
                quarantine.reports().stream()
                        .map(Quarantine.DamageReport::reason)
                        .toList());
    }

    @Test
    void a_file_that_cannot_be_moved_is_still_reported() {
        Home home = TestHome.home(root);
        Quarantine quarantine = new Quarantine(home.root(), TestHome.CLOCK, 2);
        quarantine.move(home.index(), "the file does not exist");
        assertEquals(Optional.empty(), quarantine.reports().getFirst().kept());
    }
}
