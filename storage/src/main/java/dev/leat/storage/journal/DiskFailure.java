package dev.leat.storage.journal;

import dev.leat.storage.OutOfSpaceException;
import dev.leat.storage.StorageException;
import java.io.IOException;
import java.nio.file.Path;

/** Says what could not be done to which file, and tells a full disk from the rest. */
final class DiskFailure {
    private DiskFailure() {}

    static StorageException of(String undone, Path file, IOException cause) {
        String message = "cannot " + undone + " " + file + ": " + reason(cause);
        return isFull(cause) ? new OutOfSpaceException(message, cause) : new StorageException(message, cause);
    }

    private static String reason(IOException cause) {
        return cause.getClass() == IOException.class ? String.valueOf(cause.getMessage()) : cause.toString();
    }

    /** The JDK has no type for these, only the words of the C library. */
    private static boolean isFull(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("No space left on device") || message.contains("Disk quota exceeded");
    }
}
