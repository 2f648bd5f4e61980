package dev.leat.storage;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bytes on disk are not what was written. Nothing is served from them and nothing is overwritten. */
public final class CorruptionException extends StorageException {
    private static final long serialVersionUID = 1L;

    private static final String WAY_OUT =
            ". Run `leat doctor` on the data directory to see what is affected, or restore a backup.";

    private final String damage;
    private final @Nullable Row row;

    /**
     * A row of a store.
     *
     * @param key its key in hexadecimal digits
     * @param subject what the row is about as far as the key tells, else empty
     */
    public record Row(String key, String subject) implements Serializable {}

    public CorruptionException(Path file, long offset, String what) {
        super(file + " is damaged at byte " + offset + ": " + what + WAY_OUT);
        this.damage = file + " is damaged at byte " + offset + ": " + what;
        this.row = null;
    }

    /** For bytes that are as they were written, but that what they belong to cannot take. */
    public CorruptionException(Path file, long offset, String what, Throwable cause) {
        this(file, offset, what);
        initCause(cause);
    }

    /**
     * For a row of a store that is not what rows of its kind look like.
     *
     * @param shown the key, shortened if it is long, and what the row is about
     */
    public CorruptionException(String store, Row row, String shown, String what, Throwable cause) {
        super(store + " is damaged at row " + shown + ": " + what + WAY_OUT, cause);
        this.damage = store + " is damaged at row " + shown + ": " + what;
        this.row = row;
    }

    /** For damage that another library found, which tells in its own words where it is. */
    public CorruptionException(Path directory, Throwable cause) {
        super(directory + " is damaged: " + withoutFullStop(cause) + WAY_OUT, cause);
        this.damage = directory + " is damaged: " + withoutFullStop(cause);
        this.row = null;
    }

    /** Other libraries end some of their messages with a full stop; the advice brings its own. */
    private static String withoutFullStop(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    /** Returns the row that is damaged; empty if the damage is of a file. */
    public Optional<Row> row() {
        return Optional.ofNullable(row);
    }

    /** Returns what is damaged, without the advice, for callers that know a way out of their own. */
    public String damage() {
        return damage;
    }
}
