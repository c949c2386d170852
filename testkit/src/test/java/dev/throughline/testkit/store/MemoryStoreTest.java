package dev.throughline.testkit.store;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Store;

final class MemoryStoreTest extends StoreContract {
    @Override
    protected Store open() {
        return new MemoryStore();
    }

    @Override
    protected Store reopen(Store closed) {
        return new MemoryStore((MemoryStore) closed);
    }

    @Override
    protected Store model() {
        return new MemoryStore();
    }
}
