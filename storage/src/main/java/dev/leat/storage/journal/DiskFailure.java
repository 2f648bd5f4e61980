package dev.leat.storage.journal;

import dev.leat.storage.OutOfSpaceException;
import dev.leat.storage.StorageException;
import java.io.IOException;
import java.nio.file.Path;

/** Says what could not be done to which file, and tells a full disk and too many open files from the rest. */
final class DiskFailure {
    private DiskFailure() {}

    static StorageException of(String undone, Path file, IOException cause) {
        String message = "cannot " + undone + " " + file + ": " + reason(cause);
        String words = String.valueOf(cause.getMessage());
        if (dev.leat.storage.layout.DiskFailure.isFull(words)) {
            return new OutOfSpaceException(message, cause);
        }
        return dev.leat.storage.layout.DiskFailure.isOutOfFiles(words)
                ? dev.leat.storage.layout.DiskFailure.outOfFiles(message, cause)
                : new StorageException(message, cause);
    }

    private static String reason(IOException cause) {
        return cause.getClass() == IOException.class ? String.valueOf(cause.getMessage()) : cause.toString();
    }
}
