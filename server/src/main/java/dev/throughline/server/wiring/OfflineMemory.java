package dev.throughline.server.wiring;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.wire.dialects.Dialects;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The memory of sessions that are changed while no gateway is running: deleted sessions are removed from the search
 * indexes, and what was said in a session is learned by rules before it is reset. It is opened with the first change.
 * Used by one thread.
 */
final class OfflineMemory implements AutoCloseable {
    private final Store store;
    private final Config config;
    private final Clock clock;
    private @Nullable MemoryService memory;

    OfflineMemory(Store store, Config config, Clock clock) {
        this.store = store;
        this.config = config;
        this.clock = clock;
    }

    /** Deletes a session, also from the search indexes. */
    void delete(SessionCard card, Runnable deletion) {
        memory().deletedSessions().delete(card, deletion);
    }

    /** Learns what was said in a session that is about to be reset, in the background. */
    void beforeReset(SessionCard ended) {
        if (config.value(Keys.MEMORY) != ApplyTo.NONE) {
            memory().resets().beforeReset(ended);
        }
    }

    /** The memory without background work. The indexes may contain texts also if memory is off now. */
    private MemoryService memory() {
        MemoryService known = memory;
        if (known == null) {
            known = new MemoryService(
                    MemoryKeys.settings(config),
                    store,
                    RecallCache.withoutSources(store, Dialects::of),
                    new MemoryService.MemoryDependencies(
                            clock,
                            HelperModel.NONE,
                            new SessionDigests(
                                    store, WorkingSetKeys.prices(config), new ScaffoldFilter(config.markers())),
                            Dialects::of,
                            System::getenv,
                            MemoryListener.NONE));
            memory = known;
        }
        return known;
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
    }
}
