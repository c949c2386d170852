package dev.throughline.bench.command;

import dev.throughline.cli.Homes;
import dev.throughline.cli.run.HomeHolder;
import dev.throughline.engine.archive.Store;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** Homes in files that no gateway holds. */
record PlainHomes(Clock clock) implements Homes {
    @Override
    public Optional<HomeHolder> holder(Path home) {
        return Optional.empty();
    }

    @Override
    public Store open(Path home) {
        return new FileStore(home, clock, FileStoreLimits.DEFAULTS);
    }
}
