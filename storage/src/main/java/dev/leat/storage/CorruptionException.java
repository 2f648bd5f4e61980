package dev.leat.storage;

import java.nio.file.Path;

/** Bytes on disk are not what was written. Nothing is served from them and nothing is overwritten. */
public final class CorruptionException extends StorageException {
    private static final long serialVersionUID = 1L;

    public CorruptionException(Path file, long offset, String what) {
        super(file + " is damaged at byte " + offset + ": " + what
                + ". Run `leat doctor` on the data directory to see what is affected, or restore a backup.");
    }
}
