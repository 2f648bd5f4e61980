package dev.leat.engine.queue.codec;

import dev.leat.api.queue.DeliveryId;
import dev.leat.engine.shard.Base32;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of delivery ids: opaque, unforgeable, and stateless. Thread-safe once it has its secret.
 *
 * <p>An id is a tag and the encrypted {@link DeliveryHandle}: the tag authenticates the handle (CBC-MAC, which is sound because all
 * handles have one length) and is the start of the key stream that encrypts it. So it is deterministic, as SIV modes are: equal handles
 * have equal ids, on purpose, and no random numbers are needed. Each thread keeps both ciphers with their keys, because every delivery
 * is sealed once and opened once.
 */
public final class DeliveryIdCipher {
    public static final String SECRET = "queue-deliveries";
    public static final int SECRET_BYTES = 64;
    private static final int KEY_BYTES = 32;
    private static final int BLOCK = 16;
    private static final int PADDED_BYTES = 2 * BLOCK;
    private static final int SEALED_BYTES = BLOCK + DeliveryHandle.BYTES;

    private volatile @Nullable Keys keys;

    @SuppressWarnings("ThreadLocalUsage") // every engine has a secret of its own
    private final ThreadLocal<@Nullable Ciphers> ciphers = new ThreadLocal<>();

    private record Keys(Key stream, Key tag) {

        static Keys of(byte[] secret) {
            return new Keys(
                    new SecretKeySpec(secret, 0, KEY_BYTES, "AES"),
                    new SecretKeySpec(secret, KEY_BYTES, secret.length - KEY_BYTES, "AES"));
        }
    }

    /** The ciphers of one thread. */
    private static final class Ciphers {
        private final Cipher tag;
        private final Cipher stream;

        Ciphers(Keys keys) throws GeneralSecurityException {
            tag = Cipher.getInstance("AES/CBC/NoPadding");
            tag.init(Cipher.ENCRYPT_MODE, keys.tag, new IvParameterSpec(new byte[BLOCK]));
            stream = Cipher.getInstance("AES/ECB/NoPadding"); // of counters, each of which occurs once
            stream.init(Cipher.ENCRYPT_MODE, keys.stream);
        }

        /** Returns the last block of the chain, which depends on the whole handle. */
        byte[] tag(byte[] handle) throws GeneralSecurityException {
            byte[] chain = tag.doFinal(Arrays.copyOf(handle, PADDED_BYTES));
            return Arrays.copyOfRange(chain, PADDED_BYTES - BLOCK, PADDED_BYTES);
        }

        /** Encrypts or decrypts a handle in place. */
        void mask(byte[] tag, byte[] handle) throws GeneralSecurityException {
            byte[] counters = Arrays.copyOf(tag, PADDED_BYTES);
            System.arraycopy(tag, 0, counters, BLOCK, BLOCK);
            counters[BLOCK] ^= 1;
            byte[] mask = stream.doFinal(counters);
            for (int i = 0; i < handle.length; i++) {
                handle[i] ^= mask[i];
            }
        }
    }

    public void ready(byte[] secret) {
        keys = Keys.of(secret);
    }

    private Ciphers ciphers() throws GeneralSecurityException {
        Ciphers mine = ciphers.get();
        if (mine == null) {
            Keys known = keys;
            if (known == null) {
                throw new IllegalStateException("the secret of delivery ids is not set yet");
            }
            mine = new Ciphers(known);
            ciphers.set(mine);
        }
        return mine;
    }

    public DeliveryId seal(DeliveryHandle handle) {
        try {
            byte[] bytes = handle.toBytes();
            byte[] tag = ciphers().tag(bytes);
            ciphers().mask(tag, bytes);
            return new DeliveryId(Base32.encode(
                    ByteBuffer.allocate(SEALED_BYTES).put(tag).put(bytes).array()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the content of a delivery id; null if this engine did not create it. */
    @Nullable
    public DeliveryHandle open(DeliveryId delivery) {
        byte[] sealed = Base32.decode(delivery.value());
        if (sealed == null || sealed.length != SEALED_BYTES) {
            return null;
        }
        try {
            byte[] tag = Arrays.copyOf(sealed, BLOCK);
            byte[] bytes = Arrays.copyOfRange(sealed, BLOCK, SEALED_BYTES);
            ciphers().mask(tag, bytes);
            return MessageDigest.isEqual(tag, ciphers().tag(bytes)) ? DeliveryHandle.of(bytes) : null;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
