package dev.throughline.search.index;

import dev.throughline.model.Cause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the serving generation of a folder, or creates the first one. */
record GenerationOpener(IndexFolder folder, IndexFormat format) {
    private static final Logger log = LoggerFactory.getLogger(GenerationOpener.class);

    /** A writable generation, or a read-only one if another process writes the index. */
    Generation open() throws IOException {
        return folder.isOurs() ? ours() : theirs();
    }

    private Generation theirs() throws IOException {
        Optional<Path> current = folder.current();
        if (current.isEmpty()) {
            folder.close();
            throw new IOException("another process is creating this index; try again in a moment");
        }
        return Generation.openReadOnly(current.get());
    }

    /** Opens the generation; one that cannot be read is set aside, and an empty one is created. */
    private Generation ours() throws IOException {
        boolean wasLeftOpen = folder.wasLeftOpen();
        try {
            Optional<Path> current = folder.current();
            if (current.isPresent()) {
                folder.keepOnly(current.get());
                return open(current.get(), wasLeftOpen);
            }
        } catch (IOException | IllegalArgumentException e) {
            log.warn("the index in {} cannot be read and is set aside: {}", folder, Cause.words(e));
            folder.setAside("the index could not be read (" + Cause.words(e) + ")");
        }
        Generation made = Generation.create(folder.next(), format);
        folder.makeCurrent(made.folder());
        return made;
    }

    private static Generation open(Path path, boolean wasLeftOpen) throws IOException {
        Generation opened = Generation.open(path);
        if (wasLeftOpen) {
            try {
                opened.verify();
            } catch (IOException e) {
                opened.close();
                throw e;
            }
        }
        return opened;
    }
}
