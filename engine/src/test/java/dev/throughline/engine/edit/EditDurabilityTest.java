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
    /** A write that times out until it is completed. */
    private static final class Slow extends CompletableFuture<Void> {
        @Override
        public Void get(long timeout, TimeUnit unit) throws TimeoutException {
            if (isDone()) {
                return join();
            }
            throw new TimeoutException();
        }
    }

    private static EditFixture fixture() {
        EditFixture fixture = new EditFixture(Trim.afterRefusal(Retention.DEFAULT), 8_000).user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 60);
        }
        return fixture;
    }

    @Test
    void an_edit_that_did_not_reach_the_disk_is_not_used_by_later_requests() {
        EditFixture fixture = fixture();
        fixture.disk = new Slow();
        assertEquals(
                "edit_not_durable",
                assertThrows(ProxyException.class, fixture::ask).code());
        fixture.policy = Policy.NO_CHANGE;
        assertEquals(
                "edit_not_durable",
                assertThrows(ProxyException.class, fixture::ask).code());
        fixture.disk.complete(null);
        assertTrue(fixture.ask().isEdited());
    }

    @Test
    void after_the_disk_refused_an_edit_the_next_request_is_edited_again() {
        EditFixture fixture = fixture();
        fixture.disk = CompletableFuture.failedFuture(new IllegalStateException("broken on purpose"));
        assertEquals(
                "edit_not_durable",
                assertThrows(ProxyException.class, fixture::ask).code());
        fixture.disk = CompletableFuture.completedFuture(null);
        assertTrue(fixture.ask().isEdited());
    }
}
