package dev.throughline.app.command;

import dev.throughline.app.library.Library;
import dev.throughline.engine.archive.Store;
import dev.throughline.store.file.FileStore;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Opens the library of a home: through the gateway that holds it, or from its files when nobody does. */
final class Shelf {
    private Shelf() {}

    /** Does something with the library; empty when the home does not exist yet. */
    static <T> Optional<T> read(Path home, Function<Library, T> work) {
        Optional<String> address = FileStore.holder(home).flatMap(FileStore.Holder::address);
        if (address.isPresent()) {
            try (Library library = Library.remote(URI.create(address.get()))) {
                return Optional.of(work.apply(library));
            }
        }
        if (!Files.isDirectory(home)) {
            return Optional.empty();
        }
        try (Store store = FileStore.open(home);
                Library library = Library.local(store)) {
            return Optional.of(work.apply(library));
        }
    }
}
