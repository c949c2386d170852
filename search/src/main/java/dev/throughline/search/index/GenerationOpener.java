package dev.throughline.search.index;

import dev.throughline.model.Cause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the generation that serves first in a folder, or makes it. */
record GenerationOpener(IndexFolder folder, IndexFormat recipe) {
    private static final Logger log = LoggerFactory.getLogger(GenerationOpener.class);

    /** The one to write and to read, or where another process writes, the one that it shows. */
    Generation first() throws IOException {
        return folder.isOurs() ? ours() : theirs();
    }

    private Generation theirs() throws IOException {
        Optional<Path> current = folder.current();
        if (current.isEmpty()) {
            folder.close();
            throw new IOException("another process has just begun to make this index; try again in a moment");
        }
        return Generation.openReadOnly(current.get());
    }

    /** Opens what is there, or puts it aside and starts anew; only the disk itself can make this fail. */
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
        Generation made = Generation.create(folder.next(), recipe);
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
