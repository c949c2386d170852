package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeasesTest {
    @TempDir
    Path root;

    @Test
    void a_lease_ends_once_and_the_next_has_a_higher_fence() {
        Leases leases = new Leases(5);
        SessionFile session = session(1);
        Leases.Held first = leases.take(session, Duration.ZERO);
        assertEquals((5L << 32) + 1, first.fence());
        TestHome.assertCode("session_busy", () -> leases.take(session, Duration.ZERO));
        leases.take(session(2), Duration.ZERO);
        assertTrue(first.end());
        assertFalse(first.end());
        TestHome.assertCode("lease_lost", first::check);
        Leases.Held second = leases.take(session, Duration.ZERO);
        assertTrue(second.fence() > first.fence());
        second.check();
    }

    @Test
    void a_thread_that_is_interrupted_while_it_waits_gives_up() {
        Leases leases = new Leases(5);
        SessionFile session = session(1);
        leases.take(session, Duration.ZERO);
        Thread.currentThread().interrupt();
        TestHome.assertCode("session_busy", () -> leases.take(session, TestHome.SOON));
        assertTrue(Thread.interrupted());
    }

    private SessionFile session(long number) {
        SessionRef ref = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, number)));
        Home home = Home.at(root);
        return new SessionFile(ref, 0, home, new Aside(home, TestHome.CLOCK, 10), TestHome.parts(home));
    }
}
