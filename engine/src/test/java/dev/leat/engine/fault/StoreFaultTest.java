package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.StreamConfig;
import dev.leat.storage.CorruptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the files of the store. Nothing is served from them, and nothing that is left is deleted. */
class StoreFaultTest {
    private static final int STREAMS = 20;

    @TempDir
    Path temporary;

    private Path data;

    @BeforeEach
    void write() {
        data = temporary.resolve("data");
        try (Leat leat = Leat.open(data, Small.settings())) {
            for (int i = 0; i < STREAMS; i++) {
                leat.stream("s" + i).create(StreamConfig.text());
                leat.stream("s" + i).append("first " + i);
            }
            Small.checkpoint(leat);
            for (int i = 0; i < STREAMS; i++) {
                leat.stream("s" + i).append("second " + i);
            }
        }
    }

    private Path table() {
        return Damage.files(data.resolve("store"), ".sst").stream()
                .max(Comparator.comparingLong(file -> Damage.bytes(file).length))
                .orElseThrow();
    }

    private void assertRefused() {
        List<Path> before = Damage.files(data.resolve("store"), ".sst");
        List<Path> archive = Damage.files(data.resolve("archive"), "");

        assertThatThrownBy(() -> Leat.open(data, Small.settings()).close())
                .isInstanceOf(CorruptionException.class)
                .hasMessageContainingAll(data.resolve("store").toString(), "leat doctor", "restore a backup")
                .hasMessageNotContaining("..");

        assertThat(Damage.files(data.resolve("store"), ".sst")).containsAll(before);
        assertThat(Damage.files(data.resolve("archive"), "")).isEqualTo(archive);
    }

    @Test
    void aTableThatIsMissingIsRefused() throws IOException {
        Files.delete(table());

        assertRefused();
    }

    @Test
    void aTableThatLostItsEndIsRefused() {
        Damage.truncate(table(), 100);

        assertRefused();
    }

    @Test
    void aMissingCurrentFileIsRefused() throws IOException {
        Files.delete(data.resolve("store/CURRENT"));

        assertRefused();
    }

    @Test
    void anEmptyCurrentFileIsRefused() {
        Damage.truncate(data.resolve("store/CURRENT"), 0);

        assertRefused();
    }

    @Test
    void aMissingManifestOfTheStoreIsRefused() throws IOException {
        Files.delete(Damage.files(data.resolve("store"), "MANIFEST-").getLast());

        assertRefused();
    }

    @Test
    void aDamagedManifestOfTheStoreIsRefused() {
        Damage.flip(Damage.files(data.resolve("store"), "MANIFEST-").getLast(), 40);

        assertRefused();
    }

    @Test
    void aStoreThatIsEmptyWhileThereIsAnArchiveIsRefused() throws IOException {
        for (Path file : Damage.files(data.resolve("store"), "")) {
            Files.delete(file);
        }

        assertThatThrownBy(() -> Leat.open(data, Small.settings()))
                .hasMessageContainingAll(data.toString(), "store/ is empty", "Restore the directory from a backup");
    }

    /** Wherever the bit is: refused at the start, refused when read, or without effect; never other messages. */
    @Test
    void aFlippedBitAnywhereInATableIsNeverServed() {
        Path table = table();
        int length = Damage.bytes(table).length;
        int refusedAtStart = 0;
        for (int at = 3; at < length; at += length / 24) {
            Path copy = Damage.killed(data, temporary.resolve("flipped" + at));
            Damage.flip(copy.resolve("store").resolve(table.getFileName()), at);
            try (Leat leat = Leat.open(copy, Small.settings())) {
                for (int i = 0; i < STREAMS; i++) {
                    assertRightOrRefused(leat, i);
                }
            } catch (CorruptionException e) {
                assertThat(e).hasMessageContainingAll(copy.resolve("store").toString(), "leat doctor");
                refusedAtStart++;
            }
        }
        assertThat(refusedAtStart).isPositive();
    }

    private static void assertRightOrRefused(Leat leat, int i) {
        try {
            assertThat(Small.texts(leat, "s" + i)).containsExactly("first " + i, "second " + i);
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOf(Rejection.StorageFailed.class);
        }
    }
}
