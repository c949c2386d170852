package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class EditDurabilityTest {
    /** A disk for which nobody has the patience. */
    private static final class Slow extends CompletableFuture<Void> {
        @Override
        public Void get(long timeout, TimeUnit unit) throws TimeoutException {
            if (isDone()) {
                return join();
            }
            throw new TimeoutException();
        }
    }

    private static EditingStand stand() {
        EditingStand stand = new EditingStand(Trim.afterRefusal(Retention.DEFAULT), 8_000).user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 60);
        }
        return stand;
    }

    @Test
    void an_edit_that_did_not_reach_the_disk_is_not_used_by_the_next_request_either() {
        EditingStand stand = stand();
        stand.disk = new Slow();
        assertEquals(
                "edit_not_durable",
                assertThrows(ProxyException.class, stand::ask).code());
        stand.policy = Policy.NO_CHANGE;
        assertEquals(
                "edit_not_durable",
                assertThrows(ProxyException.class, stand::ask).code());
        stand.disk.complete(null);
        assertTrue(stand.ask().isEdited());
    }

    @Test
    void a_session_whose_edits_the_disk_refused_is_as_the_store_has_it() {
        EditingStand stand = stand();
        stand.disk = CompletableFuture.failedFuture(new IllegalStateException("broken on purpose"));
        assertEquals(
                "edit_not_durable",
                assertThrows(ProxyException.class, stand::ask).code());
        stand.disk = CompletableFuture.completedFuture(null);
        assertTrue(stand.ask().isEdited());
    }
}
