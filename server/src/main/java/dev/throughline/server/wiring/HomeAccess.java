package dev.throughline.server.wiring;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.CompactionRequests;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.metadata.SessionDirectory;
import dev.throughline.model.Ids;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.CatalogSettings;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionChanges;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Opens the stores of homes. This is the only class that selects an implementation of {@link Store}. */
public final class HomeAccess {
    private HomeAccess() {}

    /** The process that has a home open, and the address at which it serves, if it is a gateway. */
    public record HomeProcess(long pid, Optional<URI> address) {}

    /** The process that has a home open. The result may be out of date by a moment. */
    public static Optional<HomeProcess> holder(Path home) {
        return FileStore.holder(home)
                .map(holder -> new HomeProcess(holder.pid(), holder.address().map(URI::create)));
    }

    /** The address of the gateway that has a home open. */
    public static Optional<URI> gateway(Path home) {
        return holder(home).flatMap(HomeProcess::address);
    }

    /** Opens the store of a home. No other process may have it open. */
    public static Store open(Path home, Clock clock) {
        return new FileStore(home, clock, FileStoreLimits.DEFAULTS);
    }

    /**
     * Reads the sessions of a home: through the gateway that has it open, or else from its store. Empty if there is no
     * such home yet.
     */
    public static <T> Optional<T> read(Config config, Clock clock, Function<SessionCatalog, T> work) {
        Optional<URI> gateway = gateway(config.home());
        if (gateway.isPresent()) {
            try (SessionCatalog sessions = new RemoteSessionCatalog(gateway.get())) {
                return Optional.of(work.apply(sessions));
            }
        }
        if (!Files.isDirectory(config.home())) {
            return Optional.empty();
        }
        try (Store store = open(config.home(), clock);
                OfflineMemory memory = new OfflineMemory(store, config, clock);
                SessionCatalog sessions = new StoreSessionCatalog(
                        store,
                        settings(config),
                        StoreSessionCatalog.directoryOf(store),
                        (card, keep) ->
                                new CompactionRequests(store, Optional.empty(), clock).request(card, "cli", keep),
                        changes(store, clock, memory::beforeReset, memory::delete))) {
            return Optional.of(work.apply(sessions));
        }
    }

    /** The sessions of a store that is open in this process. Closing the catalog does not close the store. */
    static SessionCatalog sessions(Store store, Config config) {
        return new StoreSessionCatalog(store, settings(config));
    }

    private static CatalogSettings settings(Config config) {
        return new CatalogSettings(
                WorkingSetKeys.prices(config), WorkingSetKeys.windows(config), new ScaffoldFilter(config.markers()));
    }

    static SessionChanges changes(
            Store store, Clock clock, ResetListener resets, BiConsumer<SessionCard, Runnable> deleting) {
        Ids ids = new Ids(new SecureRandom());
        return new SessionChanges(store, new SessionLifecycle(store, ids, resets), deleting, clock);
    }

    /** The sessions of a store whose turns a gateway in this process handles. */
    static SessionCatalog sessions(
            Store store,
            Config config,
            SessionDirectory directory,
            CompactionRequests compactions,
            SessionChanges changes) {
        return new StoreSessionCatalog(
                store, settings(config), directory, (card, keep) -> compactions.request(card, "rest", keep), changes);
    }
}
