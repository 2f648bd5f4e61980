package dev.leat.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.StorageException;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RocksStoreTest extends StoreContract {

    private static final byte[] FIRST = CrashingWriter.FIRST;
    private static final byte[] LAST = CrashingWriter.LAST;

    @Override
    Store open() {
        return RocksStore.open(temp.resolve("store"), StoreSettings.defaults());
    }

    @Test
    void whatWasFlushedIsThereAfterACrash() throws IOException {
        store.commit(new Batch().put(key("a"), key("1")).put(key("b"), key("1")));
        store.flush();

        try (Store crashed = crash("crashed")) {
            assertThat(entries(crashed)).containsExactly("a=1", "b=1");
        }
    }

    @Test
    void whatWasNotFlushedIsNotInALog() throws IOException {
        store.commit(new Batch().put(key("a"), key("1")));

        try (Store crashed = crash("crashed")) {
            assertThat(entries(crashed)).isEmpty();
        }
    }

    @Seeds(4)
    void aCrashKeepsAPrefixOfTheBatches(long seed) throws Exception {
        CrashingWriter.run(temp.resolve("crashed"), seed);

        CrashingWriter.History history = CrashingWriter.write(new MemoryStore(), seed);
        try (Store crashed = RocksStore.open(temp.resolve("crashed"), StoreSettings.defaults())) {
            List<String> found = StoreModel.scan(crashed, FIRST, LAST);
            assertThat(history.states().lastIndexOf(found)).isGreaterThanOrEqualTo(history.flushed());
            crashed.verify();
        }
    }

    @Seeds(5)
    void aStoreIsASortedMapAfterEveryReopening(long seed) {
        Random random = new Random(seed);
        TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int life = 0; life < 5; life++) {
            assertThat(StoreModel.scan(store, FIRST, LAST)).isEqualTo(StoreModel.expected(model, FIRST, LAST));
            for (int i = 0; i < 20; i++) {
                store.commit(StoreModel.randomBatch(random, model));
            }
            store.flush();
            store.close();
            store = open();
        }
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();

        assertThatThrownBy(() -> store.get(key("a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.flush()).isInstanceOf(IllegalStateException.class);
        store.close();
    }

    @Test
    void aStoreThatIsInspectedShowsWhatWasFlushedAndRefusesToChange() throws IOException {
        store.commit(new Batch().put(key("a"), key("1")));
        store.flush();
        store.close();
        Path copy = StoreFiles.copy(temp.resolve("store"), temp.resolve("copy"));

        try (Store inspected = RocksStore.inspect(temp.resolve("store"), StoreSettings.defaults())) {
            inspected.verify();
            assertThat(entries(inspected)).containsExactly("a=1");
            assertThatThrownBy(() -> inspected.commit(new Batch().put(key("b"), key("1"))))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(inspected::flush).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> inspected.copyTo(temp.resolve("other"))).isInstanceOf(IllegalStateException.class);
        }

        assertThat(StoreFiles.list(temp.resolve("store"), "")).hasSameSizeAs(StoreFiles.list(copy, ""));
        for (Path file : StoreFiles.list(copy, "")) {
            assertThat(temp.resolve("store").resolve(String.valueOf(file.getFileName())))
                    .hasSameBinaryContentAs(file);
        }
    }

    @Test
    void aStoreThatIsOpenElsewhereIsRefused() {
        assertThatThrownBy(this::open)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(temp.resolve("store").toString());
    }

    @Test
    void aCopyOntoADirectoryThatExistsIsRefused() throws IOException {
        Path there = Files.createDirectory(temp.resolve("there"));

        assertThatThrownBy(() -> store.copyTo(there))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(temp.resolve("store").toString());
    }

    @Test
    void aDirectoryWhereNothingWasFinishedGetsAnEmptyStore() throws IOException {
        Path begun = Files.createDirectory(temp.resolve("begun"));
        Files.createFile(begun.resolve("LOCK"));
        Files.write(begun.resolve("MANIFEST-000001"), new byte[10]);

        try (Store empty = RocksStore.open(begun, StoreSettings.defaults())) {
            assertThat(entries(empty)).isEmpty();
        }
    }

    private Store crash(String name) throws IOException {
        Path copy = StoreFiles.copy(temp.resolve("store"), temp.resolve(name));
        return RocksStore.open(copy, StoreSettings.defaults());
    }
}
