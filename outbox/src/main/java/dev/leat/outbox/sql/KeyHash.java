package dev.leat.outbox.sql;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** The hash that decides a key's shard. Part of the data: it must never change. */
public final class KeyHash {

    private KeyHash() {}

    public static int of(String key) {
        CRC32 crc = new CRC32();
        crc.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }
}
