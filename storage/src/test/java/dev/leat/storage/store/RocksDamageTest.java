package dev.leat.storage.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.settings.StoreSettings;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage is told when the store is opened or when it is met, and never read around. */
class RocksDamageTest {

    private static final int ENTRIES = 2000;

    @TempDir
    Path temp;

    private Path directory;
    private List<String> healthy;

    @BeforeEach
    void writeStore() {
        directory = temp.resolve("store");
        try (RocksStore store = open()) {
            Batch batch = new Batch();
            Random random = new Random(1);
            for (int i = 0; i < ENTRIES; i++) {
                byte[] value = new byte[40];
                random.nextBytes(value);
                batch.put(key(i), value);
            }
            store.commit(batch);
            store.flush();
            healthy = scan(store);
        }
    }

    /** What is in the caches of an open store does not hide it. */
    @Test
    void aTableThatIsDamagedUnderAnOpenStoreIsFoundWhereverTheBitIs() throws IOException {
        try (RocksStore store = open()) {
            assertThat(scan(store)).isEqualTo(healthy);
            StoreTable table = store.tables().getFirst();
            long length = Files.size(table.file());
            assertThat(store.verify(table)).isTrue();

            for (long at = 0; at < length - 60; at += length / 20) { // the footer is read when a table is opened
                StoreFiles.flip(table.file(), (int) at);
                assertDamaged(() -> store.verify(table));
                StoreFiles.flip(table.file(), (int) at);
            }
            assertThat(store.verify(table)).isTrue();
        }
    }

    @Test
    void aTableThatTheStoreDoesNotUseIsNoDamage() {
        try (RocksStore store = open()) {
            StoreTable gone = new StoreTable(directory.resolve("000000.sst"), 1, new byte[0], new byte[0]);

            assertThat(store.verify(gone)).isFalse();
        }
    }

    @Test
    void aDamagedBlockIsFoundByVerifyScanAndGet() throws IOException {
        StoreFiles.flip(table(), 100);

        try (RocksStore store = open()) {
            assertDamaged(store::verify);
            assertDamaged(() -> scan(store));
            assertDamaged(() -> store.get(key(0)));
        }
    }

    @Test
    void aDamagedBlockInTheMiddleDoesNotEndAScanQuietly() throws IOException {
        StoreFiles.flip(table(), 40_000);

        try (RocksStore store = open()) {
            assertThat(store.get(key(0))).isNotNull();
            assertDamaged(() -> scan(store));
        }
    }

    /** A byte that no checksum covers may flip, as long as nothing reads differently for it. */
    @Seeds(60)
    void aFlippedBitInATableIsFoundOrChangesNothing(long seed) throws IOException {
        Path table = table();
        int size = (int) Files.size(table);
        boolean tail = seed % 2 == 0; // where indexes, filters, properties and the footer are
        int at = tail ? size - 1 - new Random(seed).nextInt(2000) : new Random(seed).nextInt(size);
        StoreFiles.flip(table, at);

        try (RocksStore store = open()) {
            store.verify();
            assertThat(scan(store)).isEqualTo(healthy);
        } catch (CorruptionException found) {
            assertThat(found).hasMessageContaining(directory.toString());
        }
    }

    @Test
    void aMissingTableIsFoundWhenTheStoreOpens() throws IOException {
        Path table = table();
        Files.delete(table);

        assertThatThrownBy(this::open)
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining(String.valueOf(table.getFileName()).replaceFirst("^0+", ""));
    }

    @Test
    void aTableThatLostBytesIsFoundWhenTheStoreOpens() throws IOException {
        byte[] bytes = Files.readAllBytes(table());
        Files.write(table(), Arrays.copyOf(bytes, bytes.length - 10));

        assertDamaged(this::open);
    }

    @Test
    void aMissingCurrentFileIsFoundAndNothingIsDeleted() throws IOException {
        Files.delete(directory.resolve("CURRENT"));

        assertDamaged(this::open);
        assertThat(table()).exists();
    }

    @Test
    void aDamagedCurrentFileIsFoundAndNothingIsDeleted() throws IOException {
        for (String content : List.of("", "\n", "MANIFEST-000999\n", "MANIFEST-0000", "nonsense\n")) {
            Files.writeString(directory.resolve("CURRENT"), content);

            assertThatThrownBy(this::open).as("CURRENT is '%s'", content).isInstanceOf(StorageException.class);
            assertThat(table()).exists();
        }
    }

    @Test
    void aMissingManifestIsFoundAndNothingIsDeleted() throws IOException {
        Files.delete(manifest());

        assertDamaged(this::open);
        assertThat(table()).exists();
    }

    /** All but the length of the last record: that cannot be told from a write that a crash cut short. */
    @Test
    void everyFlippedBitInTheManifestIsFoundBeforeRocksReadsIt() throws IOException {
        Path manifest = manifest();
        byte[] good = Files.readAllBytes(manifest);
        int unnoticed = 0;
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= (byte) (1 << (at % 8));
            Files.write(manifest, bad);
            unnoticed += isRefused() ? 0 : 1;
        }

        assertThat(unnoticed).isLessThanOrEqualTo(2);
        assertThat(table()).exists();
    }

    @Test
    void aManifestThatWasCutInItsFirstRecordIsFound() throws IOException {
        byte[] good = Files.readAllBytes(manifest());
        Files.write(manifest(), Arrays.copyOf(good, 20));

        assertDamaged(this::open);
        assertThat(table()).exists();
    }

    @Test
    void aManifestWhoseLastWriteACrashCutShortIsOpened() throws IOException {
        for (byte[] torn : List.of(new byte[] {1, 2, 3}, new byte[] {1, 2, 3, 4, 50, 0, 1, 9, 9}, new byte[50])) {
            Files.write(manifest(), torn, StandardOpenOption.APPEND);

            try (RocksStore store = open()) {
                assertThat(scan(store)).isEqualTo(healthy);
            }
        }
    }

    @Test
    void aManifestOfManyBlocksIsReadWhole() throws IOException {
        try (RocksStore store = open()) {
            for (int i = 0; i < 400; i++) {
                store.commit(new Batch().put(new byte[1000], new byte[] {1}));
                store.flush();
            }
            healthy = scan(store);
            assertThat(Files.size(manifest())).isGreaterThan(3L * (32 << 10));
        }

        try (RocksStore store = open()) {
            assertThat(scan(store)).isEqualTo(healthy);
        }
    }

    @Test
    void theMessageNamesTheFileAndTheWayOut() throws IOException {
        StoreFiles.flip(table(), 100);

        try (RocksStore store = open()) {
            assertThatThrownBy(store::verify)
                    .hasMessageContaining(table().toString())
                    .hasMessageContaining("leat doctor");
        }
    }

    private boolean isRefused() throws IOException {
        try {
            RocksManifest.check(directory);
            return false;
        } catch (CorruptionException e) {
            return true;
        }
    }

    private RocksStore open() {
        return RocksStore.open(directory, StoreSettings.defaults());
    }

    private Path table() throws IOException {
        return StoreFiles.list(directory, ".sst").getFirst();
    }

    private Path manifest() throws IOException {
        return StoreFiles.list(directory, "MANIFEST-").getLast();
    }

    private static List<String> scan(Store store) {
        return StoreModel.scan(store, new byte[0], new byte[] {-1});
    }

    private static byte[] key(int i) {
        return String.format("key-%06d", i).getBytes(UTF_8);
    }

    private static void assertDamaged(ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOf(CorruptionException.class);
    }
}
