package dev.throughline.server.wiring;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.wire.dialects.Dialects;
import java.time.Clock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes sessions while no gateway is running, also from the search indexes, which are opened with the first deletion.
 * Used by one thread.
 */
final class OfflineDeletion implements BiConsumer<SessionCard, Runnable>, AutoCloseable {
    private final Store store;
    private final Config config;
    private final Clock clock;
    private @Nullable MemoryService memory;

    OfflineDeletion(Store store, Config config, Clock clock) {
        this.store = store;
        this.config = config;
        this.clock = clock;
    }

    @Override
    public void accept(SessionCard card, Runnable deletion) {
        memory().deletedSessions().delete(card, deletion);
    }

    /** The memory without background work. The indexes may contain texts also if memory is off now. */
    private MemoryService memory() {
        MemoryService known = memory;
        if (known == null) {
            known = new MemoryService(
                    MemoryKeys.settings(config),
                    store,
                    new RecallCache(store, Dialects::of),
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
