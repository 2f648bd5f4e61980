package dev.leat.storage.store;

import dev.leat.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** RocksDB's native library. Left to itself, it is unpacked for every process, and a process that is killed leaves 17 MB. */
final class RocksLibrary {
    /** Where RocksDB unpacks it if the environment says so. */
    private static final String DIRECTORY = "ROCKSDB_SHAREDLIB_DIR";

    private static final Logger LOG = LoggerFactory.getLogger(RocksLibrary.class);

    private static boolean loaded;

    private RocksLibrary() {}

    static synchronized void load() {
        if (loaded) {
            return;
        }
        String given = System.getenv().getOrDefault(DIRECTORY, "");
        try {
            loadFrom(given);
            RocksDB.loadLibrary(); // last: it finds the library loaded, and cannot be called again if it fails
            loaded = true;
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            throw new StorageException(
                    "cannot load RocksDB's native library: it is unpacked into "
                            + (given.isEmpty() ? System.getProperty("java.io.tmpdir") : given)
                            + ", which has to be there, have room and let programs run; the environment's " + DIRECTORY
                            + " names another directory (" + reason(e) + ")",
                    e);
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure.getCause();
        return String.valueOf(cause == null ? failure.getMessage() : cause.getMessage());
    }

    /** If it cannot be unpacked, it has to be on java.library.path, or RocksDB says what is wrong. */
    private static void loadFrom(String given) {
        try {
            if (given.isEmpty()) {
                loadAndRemove(Files.createTempDirectory("leat-"));
            } else {
                NativeLibraryLoader.getInstance().loadLibrary(given);
            }
        } catch (IOException e) {
            LOG.debug("cannot unpack RocksDB's native library for a moment", e);
        }
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
