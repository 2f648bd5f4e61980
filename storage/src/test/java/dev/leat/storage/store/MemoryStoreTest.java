package dev.leat.storage.store;

class MemoryStoreTest extends StoreContract {

    @Override
    Store open() {
        return new MemoryStore();
    }
}
