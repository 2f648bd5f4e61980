package dev.leat.storage;

import java.nio.file.Path;

/** Bytes on disk are not what was written. Nothing is served from them and nothing is overwritten. */
public final class CorruptionException extends StorageException {
    private static final long serialVersionUID = 1L;

    private static final String WAY_OUT =
            ". Run `leat doctor` on the data directory to see what is affected, or restore a backup.";

    private final String damage;

    public CorruptionException(Path file, long offset, String what) {
        super(file + " is damaged at byte " + offset + ": " + what + WAY_OUT);
        this.damage = file + " is damaged at byte " + offset + ": " + what;
    }

    /** For bytes that are as they were written, but that what they belong to cannot take. */
    public CorruptionException(Path file, long offset, String what, Throwable cause) {
        this(file, offset, what);
        initCause(cause);
    }

    /**
     * For a row of a store that is not what rows of its kind look like.
     *
     * @param row the key, and what the row is about as far as the key tells
     */
    public CorruptionException(String store, String row, String what, Throwable cause) {
        super(store + " is damaged at row " + row + ": " + what + WAY_OUT, cause);
        this.damage = store + " is damaged at row " + row + ": " + what;
    }

    /** For damage that another library found, which tells in its own words where it is. */
    public CorruptionException(Path directory, Throwable cause) {
        super(directory + " is damaged: " + withoutFullStop(cause) + WAY_OUT, cause);
        this.damage = directory + " is damaged: " + withoutFullStop(cause);
    }

    /** Other libraries end some of their messages with a full stop; the advice brings its own. */
    private static String withoutFullStop(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    /** Returns what is damaged, without the advice, for callers that know a way out of their own. */
    public String damage() {
        return damage;
    }
}
