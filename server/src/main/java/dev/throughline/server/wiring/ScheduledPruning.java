package dev.throughline.server.wiring;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ProxyException;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.SessionKeys;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionChanges;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old sessions some minutes after the start of the gateway and then every hour, if the settings say so. By
 * default nothing is deleted.
 */
final class ScheduledPruning implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduledPruning.class);
    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final Duration EVERY = Duration.ofHours(1);

    private final SessionChanges changes;
    private final SessionCatalog.PruneRequest request;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("throughline-pruning").factory());

    ScheduledPruning(SessionChanges changes, Config config) {
        this.changes = changes;
        this.request = new SessionCatalog.PruneRequest(
                positive(config.value(SessionKeys.KEEP_DAYS)),
                positive(config.value(SessionKeys.KEEP_COUNT)),
                /* isDryRun= */ false);
    }

    private static OptionalInt positive(int setting) {
        return setting > 0 ? OptionalInt.of(setting) : OptionalInt.empty();
    }

    ScheduledPruning start() {
        if (request.olderThanDays().isPresent() || request.keep().isPresent()) {
            var _ = executor.scheduleWithFixedDelay(
                    this::apply, FIRST.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
        }
        return this;
    }

    /** Deletes what is too old now. A failure is logged: an exception would end the schedule. */
    void apply() {
        try {
            List<SessionCard> deleted = changes.prune(request);
            if (!deleted.isEmpty()) {
                LOG.info("deleted {} sessions that were too old", deleted.size());
            }
        } catch (ProxyException e) {
            LOG.warn("old sessions cannot be deleted now: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("old sessions could not be deleted; it is tried again in an hour", e);
        }
    }

    @Override
    public void close() {
        executor.close();
    }
}
