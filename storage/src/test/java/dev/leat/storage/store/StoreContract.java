package dev.leat.storage.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store does. */
abstract class StoreContract {

    @TempDir
    Path temp;

    Store store;

    abstract Store open();

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void aKeyThatWasNeverPutIsNotThere() {
        assertThat(store.get(key("a"))).isNull();
    }

    @Test
    void aBatchAppliesItsChangesInTheirOrder() {
        store.commit(new Batch()
                .put(key("a"), key("1"))
                .put(key("b"), key("1"))
                .delete(key("a"))
                .put(key("b"), key("2"))
                .put(key("c"), key("1"))
                .deleteRange(key("c"), key("d"))
                .put(key("c2"), key("1")));

        assertThat(entries(store)).containsExactly("b=2", "c2=1");
    }

    @Test
    void aRangeIsDeletedUpToButWithoutItsEnd() {
        store.commit(new Batch().put(key("a"), key("1")).put(key("b"), key("1")).put(key("c"), key("1")));

        store.commit(new Batch().deleteRange(key("a"), key("c")));

        assertThat(entries(store)).containsExactly("c=1");
    }

    @Test
    void aRangeThatEndsBeforeItBeginsIsEmpty() {
        store.commit(new Batch()
                .put(key("b"), key("1"))
                .deleteRange(key("c"), key("a"))
                .deleteRange(key("b"), key("b")));
        List<byte[]> seen = new ArrayList<>();
        store.scan(key("c"), key("a"), (key, value) -> seen.add(key));
        store.scan(key("b"), key("b"), (key, value) -> seen.add(key));

        assertThat(seen).isEmpty();
        assertThat(entries(store)).containsExactly("b=1");
    }

    @Test
    void keysAreInTheOrderOfTheirUnsignedBytes() {
        byte[][] keys = {{}, {0}, {0, 0}, {1}, {127}, {(byte) 128}, {(byte) 255, 0}};
        Batch batch = new Batch();
        for (int i = keys.length - 1; i >= 0; i--) {
            batch.put(keys[i], new byte[] {(byte) i});
        }
        store.commit(batch);

        List<byte[]> seen = new ArrayList<>();
        store.scan(new byte[0], new byte[] {(byte) 255, (byte) 255}, (key, value) -> seen.add(key));
        assertThat(seen).containsExactly(keys);
    }

    @Test
    void aScanStopsWhenTheVisitorSaysSo() {
        store.commit(new Batch().put(key("a"), key("1")).put(key("b"), key("1")));
        List<byte[]> seen = new ArrayList<>();

        store.scan(key("a"), key("z"), (key, value) -> {
            seen.add(key);
            return false;
        });

        assertThat(seen).containsExactly(key("a"));
    }

    @Test
    void aScanDoesNotSeeWhatItsVisitorCommits() {
        store.commit(new Batch().put(key("a"), key("1")).put(key("c"), key("1")));
        List<String> seen = new ArrayList<>();

        store.scan(key("a"), key("z"), (key, value) -> {
            store.commit(new Batch().put(key("b"), key("2")).delete(key("c")));
            return seen.add(new String(key, UTF_8));
        });

        assertThat(seen).containsExactly("a", "c");
        assertThat(entries(store)).containsExactly("a=1", "b=2");
    }

    @Test
    void anEmptyValueIsAValue() {
        store.commit(new Batch().put(key("a"), new byte[0]));

        assertThat(store.get(key("a"))).isEmpty();
    }

    @Test
    void aHealthyStoreVerifies() {
        store.commit(new Batch().put(key("a"), key("1")));
        store.flush();

        store.verify();
    }

    @Test
    void aCopyHasEverythingThatWasFlushed() {
        store.commit(new Batch().put(key("a"), key("1")).put(key("b"), key("1")));
        store.flush();

        store.copyTo(temp.resolve("backups/copy"));
        store.commit(new Batch().delete(key("a")));
        store.flush();

        try (Store copy = RocksStore.open(temp.resolve("backups/copy"), StoreSettings.defaults())) {
            assertThat(entries(copy)).containsExactly("a=1", "b=1");
        }
    }

    @Test
    void aScanNeverShowsHalfOfABatch() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<Integer> reader = threads.submit(() -> {
                int scans = 0;
                for (; !done.get(); scans++) {
                    assertThat(entries(store).stream()
                                    .map(entry -> entry.substring(2))
                                    .distinct())
                            .hasSizeLessThanOrEqualTo(1);
                }
                return scans;
            });
            try {
                for (int i = 0; i < 2000; i++) {
                    byte[] value = key("" + i);
                    store.commit(new Batch()
                            .put(key("a"), value)
                            .put(key("b"), value)
                            .put(key("c"), value));
                }
            } finally {
                done.set(true);
            }
            assertThat(reader.get()).isNotNegative();
        }
    }

    @Seeds(20)
    void aStoreIsASortedMap(long seed) {
        Random random = new Random(seed);
        TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < 60; i++) {
            store.commit(StoreModel.randomBatch(random, model));
            if (random.nextInt(10) == 0) {
                store.flush();
            }
            byte[] from = StoreModel.randomKey(random);
            byte[] to = StoreModel.randomKey(random);
            assertThat(StoreModel.scan(store, from, to)).isEqualTo(StoreModel.expected(model, from, to));
            assertThat(store.get(from)).isEqualTo(model.get(from));
        }
    }

    static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }

    static List<String> entries(Store store) {
        List<String> entries = new ArrayList<>();
        store.scan(
                new byte[0],
                new byte[] {-1},
                (key, value) -> entries.add(new String(key, UTF_8) + "=" + new String(value, UTF_8)));
        return entries;
    }
}
