package dev.leat.storage.store;

import java.nio.file.Path;

/**
 * A file that holds entries of a store.
 *
 * @param smallest the first key in it
 * @param largest the last key in it
 */
public record StoreTable(Path file, long bytes, byte[] smallest, byte[] largest) {

    /** The file's name without its directory. */
    public String name() {
        return String.valueOf(file.getFileName());
    }

    /** The number in the file's name, which grows with every new table; -1 if there is none. */
    public long number() {
        String digits = name().replaceAll("\\D", "");
        return digits.isEmpty() ? -1 : Long.parseLong(digits);
    }
}
