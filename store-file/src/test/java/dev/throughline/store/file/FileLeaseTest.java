package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileLeaseTest {
    private static final SessionRef SESSION = session(1);

    @TempDir
    Path root;

    private final AtomicLong fences = FileLease.fences(5);
    private OpenSessions sessions;

    @BeforeEach
    void open() {
        Home home = TestHome.home(root);
        sessions = new OpenSessions(home, /* most= */ 1, new JournalReplay(home, new SessionCards()), batch -> {});
    }

    private static SessionRef session(long number) {
        return new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, number)));
    }

    private FileLease take(SessionRef session, Duration wait) {
        return FileLease.take(sessions, session, wait, fences);
    }

    @Test
    void a_lease_can_be_closed_twice_and_the_next_lease_has_a_higher_fence() {
        FileLease first = take(SESSION, Duration.ZERO);
        assertEquals((5L << 32) + 1, first.fence());
        TestHome.assertCode("session_busy", () -> take(SESSION, Duration.ZERO));
        take(session(2), Duration.ZERO).close();
        first.close();
        first.close();
        TestHome.assertCode("lease_lost", first::check);
        FileLease second = take(SESSION, Duration.ZERO);
        assertTrue(second.fence() > first.fence());
        second.check();
        TestHome.assertCode("session_busy", () -> take(SESSION, Duration.ZERO));
    }

    @Test
    void an_interrupted_thread_stops_waiting_for_a_lease() {
        take(SESSION, Duration.ZERO);
        Thread.currentThread().interrupt();
        TestHome.assertCode("session_busy", () -> take(SESSION, TestHome.SOON));
        assertTrue(Thread.interrupted());
    }
}
