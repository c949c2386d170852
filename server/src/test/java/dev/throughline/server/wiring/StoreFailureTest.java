package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class StoreFailureTest {
    @TempDir
    Path home;

    @Test
    void a_write_failure_and_its_end_are_logged_once() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.throughline.store.file");
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        logger.setLevel(Level.INFO);
        try (FileStore store = new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            Path journal = home.resolve("journal");
            Files.delete(journal);
            Files.createFile(journal); // Even root cannot create a segment in a file.
            for (int i = 0; i < 5; i++) {
                int session = i;
                assertThrows(ProxyException.class, () -> open(store, session));
            }
            Files.delete(journal);
            Files.createDirectory(journal);
            open(store, 5);
            open(store, 6);
            assertEquals(List.of(Level.ERROR, Level.INFO), levels(said));
        } finally {
            logger.detachAppender(said);
            logger.setLevel(null);
        }
    }

    private static List<Level> levels(ListAppender<ILoggingEvent> said) {
        return List.copyOf(said.list).stream().map(ILoggingEvent::getLevel).toList();
    }

    private static void open(FileStore store, int session) {
        Instant noon = Instant.parse("2026-03-01T12:00:00Z");
        store.open(
                Tenant.LOCAL,
                new SessionKey("key " + session),
                () -> new Store.Opening(new SessionId(new UUID(0, session + 1)), Optional.empty(), "test", noon));
    }
}
