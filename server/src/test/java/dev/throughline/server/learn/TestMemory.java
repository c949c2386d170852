package dev.throughline.server.learn;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.price.PriceTable;
import java.time.Clock;
import java.util.Map;

/** Memory over a store, without a helper model. */
public final class TestMemory {
    private TestMemory() {}

    public static MemoryService of(Config config, Store store, Clock clock) {
        return new MemoryService(
                MemoryKeys.settings(config),
                store,
                new RecallCache(store, Dialects::of),
                new MemoryService.MemoryDependencies(
                        clock,
                        HelperModel.NONE,
                        new SessionDigests(store, new PriceTable(Map.of()), ScaffoldFilter.BUILT_IN),
                        Dialects::of,
                        _ -> null,
                        MemoryListener.NONE));
    }
}
