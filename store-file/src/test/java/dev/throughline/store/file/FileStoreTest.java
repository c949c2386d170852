package dev.throughline.store.file;

import dev.throughline.engine.archive.Store;
import dev.throughline.testkit.store.StoreContract;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

final class FileStoreTest extends StoreContract {
    @TempDir
    Path home;

    @Override
    protected Store open() {
        return new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
    }

    @Override
    protected Store reopen(Store closed) {
        return open();
    }
}
