package dev.leat.engine;

import java.io.File;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much space is left where the data is. Asked by the path alone: to name the file system Java would read the list of mounts, which
 * takes long and has no entry for the root of a jail.
 */
class FreeSpace {
    private static final Logger LOG = LoggerFactory.getLogger(FreeSpace.class);

    private final File root;
    private volatile boolean silent;

    FreeSpace(Path root) {
        this.root = root.toFile();
    }

    /** Empty if the system does not say, which is logged once until it does. */
    OptionalLong freeBytes() {
        long free = root.getUsableSpace();
        boolean known = free > 0 || root.getTotalSpace() > 0;
        if (!known && !silent) {
            LOG.warn("cannot find out how much space is left for {}", root);
        }
        silent = !known;
        return known ? OptionalLong.of(free) : OptionalLong.empty();
    }
}
