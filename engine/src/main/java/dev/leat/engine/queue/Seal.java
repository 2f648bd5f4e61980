package dev.leat.engine.queue;

import dev.leat.api.DeliveryId;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes delivery ids that say nothing to whoever has them, cannot be guessed, and need no table: AES-GCM of the {@link Handle}. The
 * nonce comes from the handle itself by a second key, so that no two handles share one and nothing is thrown like dice. Any
 * thread may use it, once it has its secret.
 */
final class Seal {
    static final String SECRET = "queue-deliveries";
    static final int SECRET_BYTES = 64;
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int SEALED_BYTES = NONCE_BYTES + Handle.BYTES + TAG_BITS / Byte.SIZE;

    private volatile @Nullable Keys keys;
    private final ThreadLocal<Tools> tools = ThreadLocal.withInitial(Tools::new);

    private static final class Keys {
        final SecretKeySpec cipher;
        final SecretKeySpec nonce;

        Keys(byte[] secret) {
            cipher = new SecretKeySpec(secret, 0, KEY_BYTES, "AES");
            nonce = new SecretKeySpec(secret, KEY_BYTES, secret.length - KEY_BYTES, "HmacSHA256");
        }
    }

    /** What each thread has for itself. */
    private static final class Tools {
        Cipher cipher = newCipher();
        final Mac mac = newMac();
        byte[] lastNonce = {};

        @Nullable
        Keys keyed;

        byte[] nonce(Keys keys, byte[] plain) throws GeneralSecurityException {
            if (keyed != keys) {
                mac.init(keys.nonce);
                keyed = keys;
            }
            return Arrays.copyOf(mac.doFinal(plain), NONCE_BYTES);
        }

        /** A cipher refuses to seal twice under one nonce, even if it is the same handle. */
        Cipher sealing(Keys keys, byte[] nonce) throws GeneralSecurityException {
            if (Arrays.equals(nonce, lastNonce)) {
                cipher = newCipher();
            }
            lastNonce = nonce;
            cipher.init(Cipher.ENCRYPT_MODE, keys.cipher, new GCMParameterSpec(TAG_BITS, nonce));
            return cipher;
        }
    }

    boolean isReady() {
        return keys != null;
    }

    void ready(byte[] secret) {
        keys = new Keys(secret);
    }

    private Keys keys() {
        Keys found = keys;
        if (found == null) {
            throw new IllegalStateException("deliveries are sealed before the secret for it is known");
        }
        return found;
    }

    DeliveryId seal(Handle handle) {
        try {
            Tools mine = tools.get();
            byte[] plain = handle.toBytes();
            byte[] sealed = Arrays.copyOf(mine.nonce(keys(), plain), SEALED_BYTES);
            Cipher cipher = mine.sealing(keys(), Arrays.copyOf(sealed, NONCE_BYTES));
            cipher.doFinal(plain, 0, plain.length, sealed, NONCE_BYTES);
            return new DeliveryId(Base32.encode(sealed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a delivery id says; null if it is none that this engine made. */
    @Nullable
    Handle open(DeliveryId delivery) {
        byte[] sealed = Base32.decode(delivery.value());
        if (sealed == null || sealed.length != SEALED_BYTES) {
            return null;
        }
        try {
            Cipher cipher = tools.get().cipher;
            tools.get().lastNonce = new byte[0];
            cipher.init(Cipher.DECRYPT_MODE, keys().cipher, new GCMParameterSpec(TAG_BITS, sealed, 0, NONCE_BYTES));
            return Handle.of(cipher.doFinal(sealed, NONCE_BYTES, SEALED_BYTES - NONCE_BYTES));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private static Cipher newCipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Mac newMac() {
        try {
            return Mac.getInstance("HmacSHA256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
