package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.engine.archive.Store.PastSession;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.KeyTable.TenantKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyLogTest {
    private static final TenantKey ONE = new TenantKey(Tenant.LOCAL, new SessionKey("one \"ü\"\n"));
    private static final TenantKey TWO = new TenantKey(new Tenant("other"), new SessionKey("two"));

    @TempDir
    Path root;

    private final Ids ids = new Ids(new Random(1));
    private final SessionId first = ids.session(TestHome.CLOCK.instant());
    private final SessionId second = ids.session(TestHome.CLOCK.instant());
    private final KeyHistory history =
            new KeyHistory(second, List.of(new PastSession(first, TestHome.CLOCK.instant())));

    @SuppressWarnings("NullAway.Init") // JUnit calls openHome before every test.
    private Home home;

    @BeforeEach
    void openHome() {
        home = TestHome.home(root);
    }

    @Test
    void the_last_line_of_a_key_counts() throws IOException {
        KeyLog log = new KeyLog(home);
        assertEquals(new KeyLog.LoggedKeys(Map.of(), /* isStale= */ false), log.read());
        log.append(Map.of(ONE, Optional.of(new KeyHistory(first, List.of()))));
        log.append(Map.of(TWO, Optional.of(history)));
        assertFalse(new KeyLog(home).read().isStale());
        log.append(Map.of(ONE, Optional.of(history)));
        log.append(Map.of(TWO, Optional.empty()));
        assertEquals(
                new KeyLog.LoggedKeys(Map.of(ONE, Optional.of(history), TWO, Optional.empty()), /* isStale= */ true),
                new KeyLog(home).read());
        log.rewrite(Map.of(ONE, Optional.of(history)));
        log.append(Map.of(TWO, Optional.of(history)));
        assertEquals(
                new KeyLog.LoggedKeys(Map.of(ONE, Optional.of(history), TWO, Optional.of(history)), false),
                new KeyLog(home).read());
    }

    @Test
    void half_a_line_at_the_end_is_cut_off() throws IOException {
        new KeyLog(home).append(Map.of(ONE, Optional.of(history)));
        Files.writeString(home.keys(), "{\"tenant\":\"local\",\"ke", StandardOpenOption.APPEND);
        KeyLog log = new KeyLog(home);
        assertEquals(Map.of(ONE, Optional.of(history)), log.read().keys());
        log.append(Map.of(TWO, Optional.of(history)));
        assertEquals(2, Files.readAllLines(home.keys()).size());
        assertEquals(List.of(), home.quarantine().reports());
    }

    @Test
    void a_damaged_line_is_copied_to_the_quarantine_and_the_others_count() throws IOException {
        new KeyLog(home).append(Map.of(ONE, Optional.of(history)));
        Files.writeString(home.keys(), "{\"tenant\":\"local\"}\nnonsense\n", StandardOpenOption.APPEND);
        KeyLog.LoggedKeys read = new KeyLog(home).read();
        assertEquals(Map.of(ONE, Optional.of(history)), read.keys());
        assertTrue(read.isStale());
        assertEquals(2, TestHome.damaged(root).size());
    }

    @Test
    void the_file_of_earlier_versions_is_read_once() throws IOException {
        Files.writeString(
                home.formerKeys(),
                "{\"format\":1,\"keys\":[\n{\"tenant\":\"other\",\"key\":\"two\",\"id\":\"" + first + "\"}\n]}\n");
        KeyLog log = new KeyLog(home);
        KeyLog.LoggedKeys read = log.read();
        assertEquals(Map.of(TWO, Optional.of(new KeyHistory(first, List.of()))), read.keys());
        assertTrue(read.isStale());
        log.rewrite(read.keys());
        assertFalse(Files.exists(home.formerKeys()));
        assertEquals(new KeyLog.LoggedKeys(read.keys(), /* isStale= */ false), new KeyLog(home).read());
    }
}
