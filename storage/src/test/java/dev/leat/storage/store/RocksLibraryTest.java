package dev.leat.storage.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.storage.StorageException;
import dev.leat.storage.settings.StoreSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** In a process of its own: this one has the library already. */
class RocksLibraryTest {
    @TempDir
    Path temp;

    public static void main(String[] args) throws IOException {
        try (Store store = RocksStore.open(Path.of(args[0]), StoreSettings.defaults());
                Stream<Path> unpacked = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            store.flush();
            System.out.println("open with " + unpacked.toList());
        } catch (StorageException e) {
            System.out.println(e.getMessage());
        }
    }

    private String open(Path scratch) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + scratch,
                        "-cp",
                        System.getProperty("java.class.path"),
                        RocksLibraryTest.class.getName(),
                        temp.resolve("store").toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // a library in use cannot be removed there
    void aProcessThatIsKilledLeavesNothing() throws IOException {
        assertThat(open(temp)).isEqualTo("open with [" + temp.resolve("store") + "]");
    }

    @Test
    void whereItCannotBeUnpackedOneIsToldWhatToDo() throws IOException {
        Path missing = temp.resolve("missing");

        assertThat(open(missing))
                .startsWith("cannot load RocksDB's native library: it is unpacked into " + missing + ", which has to")
                .contains("ROCKSDB_SHAREDLIB_DIR");
    }
}
