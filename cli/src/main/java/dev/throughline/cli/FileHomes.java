package dev.throughline.cli;

import dev.throughline.cli.run.HomeHolder;
import dev.throughline.engine.archive.Store;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** Homes that are folders of plain files. */
record FileHomes(Clock clock) implements Homes {
    @Override
    public Optional<HomeHolder> holder(Path home) {
        return FileStore.holder(home)
                .map(holder -> new HomeHolder(holder.pid(), holder.address().map(URI::create)));
    }

    @Override
    public Store open(Path home) {
        return new FileStore(home, clock, FileStoreLimits.DEFAULTS);
    }
}
