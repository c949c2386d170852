package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RolloutLeasesTest {
    private static final FinishedSession SESSION = new FinishedSession(Stage.session(1), Stage.NOON.minusSeconds(60));

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    /** Each as another process would have it. */
    private RolloutLeases leases() {
        return new RolloutLeases(new Workspace(folder, time));
    }

    private void wait(Duration more) {
        time.move(time.instant().plus(more));
    }

    private static FinishedSession at(Instant updated) {
        return new FinishedSession(SESSION.session(), updated);
    }

    @Test
    void one_has_it_until_it_is_given_back() {
        assertTrue(leases().take(SESSION));
        assertFalse(leases().take(SESSION));
        assertFalse(leases().take(at(Stage.NOON)), "though something was said since");
        leases().done(SESSION);
        assertFalse(leases().take(SESSION), "it was read to its end");
        assertTrue(leases().take(at(Stage.NOON)), "something was said since");
    }

    @Test
    void a_lease_whose_holder_died_ends_and_the_tries_are_counted() {
        for (int i = 0; i < RolloutLeases.MAX_ATTEMPTS; i++) {
            assertTrue(leases().take(SESSION), "try " + i);
            wait(RolloutLeases.LEASE.minusMillis(1));
            assertFalse(leases().take(SESSION), "before its end");
            wait(Duration.ofMillis(1));
        }
        assertFalse(leases().take(SESSION), "a session that kills its reader is not read for ever");
        assertTrue(leases().take(at(Stage.NOON)));
    }

    @Test
    void after_a_failure_it_rests_and_each_time_longer() {
        Duration rest = RolloutLeases.PAUSE;
        for (int i = 1; i < RolloutLeases.MAX_ATTEMPTS; i++) {
            assertTrue(leases().take(SESSION), "try " + i);
            leases().failed(SESSION);
            wait(rest.minusMillis(1));
            assertFalse(leases().take(SESSION), "rest " + i);
            wait(Duration.ofMillis(1));
            rest = rest.multipliedBy(2);
        }
        assertTrue(leases().take(SESSION));
        leases().failed(SESSION);
        wait(Duration.ofDays(30));
        assertFalse(leases().take(SESSION), "no further try");
    }

    @Test
    void a_line_that_somebody_spoilt_is_as_none() {
        KeyValueFile marks = new KeyValueFile(new Workspace(folder, time), "stage-one");
        marks.update(facts -> facts.put(SESSION.session().id().toString(), "leased soon"));
        assertTrue(leases().take(SESSION));
        marks.update(facts -> facts.put(SESSION.session().id().toString(), "x"));
        leases().failed(SESSION);
        assertFalse(leases().take(SESSION));
    }
}
