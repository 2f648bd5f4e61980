package dev.leat.outbox;

import org.jspecify.annotations.Nullable;

/**
 * Turns payloads into what the database holds, and back. Keys and headers stay as they are.
 *
 * <p>A row says in a header which codec wrote it, so a codec can be introduced, and rows of hand-made SQL read, at any time.
 */
public interface PayloadCodec {

    /** Which row a payload belongs to; a codec may bind the bytes to it. */
    record Subject(String namespace, String route, @Nullable String key) {}

    /** The name in the header of each row. Must not change while there are rows. */
    String id();

    byte[] encode(byte[] payload, Subject subject);

    /** @throws RuntimeException if the bytes cannot be decoded, which makes the row a dead letter */
    byte[] decode(byte[] stored, Subject subject);
}
