package dev.leat.outbox.sql;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** UUIDs that begin with the time, so that neighbours in time are neighbours in an index; and their bytes. */
public final class Uuids {

    private Uuids() {}

    /** A new UUID of version 7. Only an index profits from the clock; nothing is decided by it. */
    public static UUID next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (System.currentTimeMillis() << 16) | 0x7000 | (random.nextLong() & 0xFFF);
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    static UUID of(byte @Nullable [] bytes) throws SQLException {
        if (bytes == null || bytes.length != 16) {
            throw new SQLException("a UUID has 16 bytes, not " + (bytes == null ? "none" : bytes.length));
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new UUID(in.getLong(), in.getLong());
    }
}
