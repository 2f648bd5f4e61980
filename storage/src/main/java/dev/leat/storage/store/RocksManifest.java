package dev.leat.storage.store;

import dev.leat.storage.CorruptionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Checks the list of files that RocksDB starts from, before RocksDB reads it: on some flipped bits it would loop forever
 * in its open, and after others leave out the rest of the list without a word.
 *
 * <p>The list is in RocksDB's log format: blocks of 32 KiB, in them records of a masked CRC32C, a length, a type and the
 * payload. A record that reaches beyond the end of the file, and zeros, are what a crash leaves, if nothing valid comes after.
 */
final class RocksManifest {

    private static final Pattern NAME = Pattern.compile("MANIFEST-\\d{6,}\n");
    private static final int BLOCK = 32 << 10;
    private static final int HEADER = 7;
    private static final int LAST_TYPE = 4; // full, first, middle, last; the others never occur in a manifest

    private final Path file;
    private final ByteBuffer bytes;

    private RocksManifest(Path file, byte[] content) {
        this.file = file;
        this.bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Refuses a store whose list of files is missing or damaged. */
    static void check(Path directory) throws IOException {
        Path current = directory.resolve("CURRENT");
        String name = new String(Files.readAllBytes(current), StandardCharsets.ISO_8859_1);
        if (!NAME.matcher(name).matches()) {
            throw new CorruptionException(current, 0, "it does not name a manifest");
        }
        Path file = directory.resolve(name.strip());
        if (!Files.exists(file)) {
            throw new CorruptionException(file, 0, "the file is missing, and CURRENT names it");
        }
        new RocksManifest(file, Files.readAllBytes(file)).check();
    }

    private void check() {
        int at = 0;
        while (at < bytes.limit()) {
            if (blockRest(at) < HEADER) {
                at += blockRest(at); // too little for a record: filled up with zeros
            } else if (isWhole(at)) {
                at += size(at);
            } else {
                checkTorn(at);
                return;
            }
        }
    }

    private void checkTorn(int torn) {
        boolean complete = torn + HEADER <= bytes.limit() && torn + size(torn) <= bytes.limit();
        if (torn == 0 || (complete && !isZero(torn))) {
            throw new CorruptionException(file, torn, "the checksum of a record is not the one it was written with");
        }
        for (int at = torn + 1; at < bytes.limit(); at++) {
            if (isWhole(at)) {
                throw new CorruptionException(file, torn, "a record is cut short, though one at " + at + " is whole");
            }
        }
    }

    private boolean isZero(int from) {
        for (int at = from; at < bytes.limit(); at++) {
            if (bytes.get(at) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isWhole(int at) {
        if (at + HEADER > bytes.limit() || blockRest(at) < HEADER) {
            return false;
        }
        int type = bytes.get(at + 6);
        boolean fits = size(at) <= blockRest(at) && at + size(at) <= bytes.limit();
        return fits && type > 0 && type <= LAST_TYPE && bytes.getInt(at) == checksum(at);
    }

    private int size(int at) {
        return HEADER + Short.toUnsignedInt(bytes.getShort(at + 4));
    }

    /** Masked as RocksDB does it, because a checksum over bytes that hold checksums is a weak one. */
    private int checksum(int at) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), at + 6, size(at) - 6);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }

    private static int blockRest(int at) {
        return BLOCK - at % BLOCK;
    }
}
