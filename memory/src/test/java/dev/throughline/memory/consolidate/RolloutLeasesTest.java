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
    void a_lease_is_exclusive_until_it_is_given_back() {
        assertTrue(leases().take(SESSION));
        assertFalse(leases().take(SESSION));
        assertFalse(leases().take(at(Stage.NOON)), "though something was said since");
        leases().done(SESSION);
        assertFalse(leases().take(SESSION), "it was read to its end");
        assertTrue(leases().take(at(Stage.NOON)), "something was said since");
    }

    @Test
    void an_expired_lease_counts_as_an_attempt() {
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
    void the_pause_doubles_with_each_failure() {
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
    void an_edited_line_that_cannot_be_parsed_is_ignored() {
        KeyValueFile marks = new KeyValueFile(new Workspace(folder, time), "stage-one");
        marks.update(facts -> facts.put(SESSION.session().id().toString(), "leased soon"));
        assertTrue(leases().take(SESSION));
        marks.update(facts -> facts.put(SESSION.session().id().toString(), "x"));
        leases().failed(SESSION);
        assertFalse(leases().take(SESSION));
    }
}
