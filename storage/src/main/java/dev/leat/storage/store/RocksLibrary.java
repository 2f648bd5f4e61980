package dev.leat.storage.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** RocksDB's native library. Left to itself, it is unpacked for every process, and a process that is killed leaves 17 MB. */
final class RocksLibrary {
    /** Where RocksDB unpacks it if the environment says so. */
    private static final String DIRECTORY = "ROCKSDB_SHAREDLIB_DIR";

    private RocksLibrary() {}

    static void load() {
        if (System.getenv(DIRECTORY) == null) {
            try {
                loadAndRemove(Files.createTempDirectory("leat-"));
            } catch (IOException e) {
                // Then it has to be on java.library.path, or RocksDB says what is wrong.
            }
        }
        RocksDB.loadLibrary();
    }

    private static void loadAndRemove(Path directory) throws IOException {
        try {
            NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
        } finally {
            remove(directory);
        }
    }

    /** Windows keeps a file that is in use. */
    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
