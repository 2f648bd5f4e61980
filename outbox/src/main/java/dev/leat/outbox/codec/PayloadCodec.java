package dev.leat.outbox.codec;

import java.util.Map;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Encoder and decoder of payloads: from the bytes of the application to those in the database, and back. Keys and headers stay as they are.
 *
 * <p>A row says in a header which codec wrote it, so a codec can be introduced, and rows of hand-made SQL read, at any time.
 */
public interface PayloadCodec {

    /** The row that a payload belongs to; a codec may bind the bytes to it. */
    record Subject(String namespace, String route, @Nullable String key) {}

    /** The name in the header of each row. Must not change while there are rows. */
    String id();

    /** Returns the bytes to store for a payload. */
    byte[] encode(byte[] payload, Subject subject);

    /** @throws RuntimeException if the bytes cannot be decoded, which makes the row a dead letter */
    byte[] decode(byte[] stored, Subject subject);

    /** Makes payloads smaller, where that works. */
    static PayloadCodec compressed() {
        return new DeflateCodec();
    }

    /**
     * Encrypts payloads with AES-GCM, and binds them to their namespace, route and key, so that they cannot be moved to another row.
     *
     * @param current the key that is used from now on; the others are for rows that were written with them
     */
    static PayloadCodec encrypted(String current, Map<String, SecretKey> keys) {
        return new AesGcmCodec(current, keys);
    }

    /** This codec first, then another: what is to be compressed and encrypted has to be compressed first. */
    default PayloadCodec then(PayloadCodec next) {
        return new ChainedCodec(this, next);
    }
}
