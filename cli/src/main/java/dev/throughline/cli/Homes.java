package dev.throughline.cli;

import dev.throughline.cli.run.HomeHolder;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.workingset.price.PriceTable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** The folders in which stores live, and who has them open. */
public interface Homes {
    Optional<HomeHolder> holder(Path home);

    /** Opens the store of a home; nobody else may have it open. */
    Store open(Path home);

    /** Reads a home: through the gateway that holds it, or from its files; empty when there is no such home yet. */
    default <T> Optional<T> read(Path home, PriceTable prices, ScaffoldFilter words, Function<SessionCatalog, T> work) {
        Optional<URI> address = holder(home).flatMap(HomeHolder::address);
        if (address.isPresent()) {
            try (SessionCatalog library = SessionCatalog.remote(address.get())) {
                return Optional.of(work.apply(library));
            }
        }
        if (!Files.isDirectory(home)) {
            return Optional.empty();
        }
        try (Store store = open(home);
                SessionCatalog library = SessionCatalog.local(store, prices, words)) {
            return Optional.of(work.apply(library));
        }
    }
}
