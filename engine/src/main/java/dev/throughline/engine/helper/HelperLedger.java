package dev.throughline.engine.helper;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the cost of helper questions in the archives of their sessions. It writes in the background, because the
 * caller may hold the lease of the session. Safe for use by many threads.
 */
public final class HelperLedger implements HelperListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HelperLedger.class);
    private static final Duration LEASE_WAIT = Duration.ofSeconds(10);

    private final Store store;
    private final Clock clock;
    private final ExecutorService writers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("helper ledger").factory());

    public HelperLedger(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> answer) {
        if (!answer.usage().equals(Usage.NONE)) {
            Entry.HelperCall cost = new Entry.HelperCall(clock.instant(), question, model, answer.usage());
            writers.execute(() -> record(session, cost));
        }
    }

    private void record(SessionRef session, Entry.HelperCall cost) {
        try (Store.Lease lease = store.lease(session, LEASE_WAIT)) {
            store.append(lease, List.of(cost));
        } catch (ProxyException e) {
            LOG.warn("session {}: the cost of a helper question is not recorded: {}", session.id(), e.getMessage());
        }
    }

    /** Waits until everything is written. */
    @Override
    public void close() {
        writers.close();
    }
}
