package dev.leat.engine;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much space is left where the data is. Which file system that is Java finds out by reading everything that is mounted, so it is
 * asked once; how much space it has is one call.
 */
final class Disk {
    private static final Logger LOG = LoggerFactory.getLogger(Disk.class);

    private final Path root;
    private volatile @Nullable FileStore store;

    Disk(Path root) {
        this.root = root;
    }

    /** Empty if the system does not say. */
    OptionalLong freeBytes() {
        try {
            FileStore known = store;
            if (known == null) {
                known = Files.getFileStore(root);
                store = known;
            }
            return OptionalLong.of(known.getUsableSpace());
        } catch (IOException e) {
            LOG.warn("cannot ask how much space is left for {}: {}", root, e.toString());
            return OptionalLong.empty();
        }
    }
}
