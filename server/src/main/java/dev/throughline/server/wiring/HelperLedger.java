package dev.throughline.server.wiring;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperListener;
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
 * Writes what questions to the helper model cost into the archives of the sessions that they were asked for, in the
 * background: whoever asks may hold the session's lease. Safe for use by many threads.
 */
final class HelperLedger implements HelperListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HelperLedger.class);
    private static final Duration LEASE_WAIT = Duration.ofSeconds(10);

    private final Store store;
    private final Clock clock;
    private final ExecutorService writers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("helper ledger").factory());

    HelperLedger(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> asked) {
        if (!asked.usage().equals(Usage.NONE)) {
            Entry.Helped help = new Entry.Helped(clock.instant(), question, model, asked.usage());
            writers.execute(() -> keep(session, help));
        }
    }

    private void keep(SessionRef session, Entry.Helped help) {
        try (Store.Lease lease = store.lease(session, LEASE_WAIT)) {
            store.append(lease, List.of(help));
        } catch (ProxyException e) {
            LOG.warn("session {}: what the helper model cost is not in its ledger: {}", session.id(), e.getMessage());
        }
    }

    /** Waits until all is written. */
    @Override
    public void close() {
        writers.close();
    }
}
