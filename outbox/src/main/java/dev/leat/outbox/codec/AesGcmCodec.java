package dev.leat.outbox.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Encryption with AES-GCM. A stored payload is: version 1, length of the key's id, id, 12 bytes of nonce, ciphertext with tag. All that is not ciphertext is authenticated. */
final class AesGcmCodec implements PayloadCodec {

    private static final byte VERSION = 1;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final String current;
    private final Map<String, SecretKey> keys;

    AesGcmCodec(String current, Map<String, SecretKey> keys) {
        this.current = current;
        this.keys = Map.copyOf(keys);
        if (!keys.containsKey(current)) {
            throw new IllegalArgumentException("no key with the id " + current);
        }
        for (String id : keys.keySet()) {
            int length = id.getBytes(UTF_8).length;
            if (length < 1 || length > 127) {
                throw new IllegalArgumentException("the id of a key has 1 to 127 bytes, not " + length);
            }
        }
    }

    @Override
    public String id() {
        return "aes-gcm";
    }

    @Override
    public byte[] encode(byte[] payload, Subject subject) {
        byte[] id = current.getBytes(UTF_8);
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] encrypted = crypt(Cipher.ENCRYPT_MODE, current, nonce, payload, subject);
        return ByteBuffer.allocate(2 + id.length + NONCE + encrypted.length)
                .put(VERSION)
                .put((byte) id.length)
                .put(id)
                .put(nonce)
                .put(encrypted)
                .array();
    }

    @Override
    public byte[] decode(byte[] stored, Subject subject) {
        try {
            ByteBuffer in = ByteBuffer.wrap(stored);
            byte version = in.get();
            if (version != VERSION) {
                throw new IllegalArgumentException("not an encrypted payload: it begins with " + version);
            }
            byte[] id = new byte[Math.max(0, in.get())];
            in.get(id);
            byte[] nonce = new byte[NONCE];
            in.get(nonce);
            byte[] encrypted = new byte[in.remaining()];
            in.get(encrypted);
            return crypt(Cipher.DECRYPT_MODE, new String(id, UTF_8), nonce, encrypted, subject);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the encrypted payload is cut off", e);
        }
    }

    private byte[] crypt(int mode, String id, byte[] nonce, byte[] bytes, Subject subject) {
        SecretKey key = keys.get(id);
        if (key == null) {
            throw new IllegalArgumentException("encrypted with the key " + id + ", which this outbox does not have");
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(new byte[] {VERSION});
            for (String part : new String[] {id, subject.namespace(), subject.route(), subject.key()}) {
                authenticate(cipher, part == null ? new byte[0] : part.getBytes(UTF_8));
            }
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the payload is damaged, or belongs to another row", e);
        }
    }

    private static void authenticate(Cipher cipher, byte[] part) {
        cipher.updateAAD(ByteBuffer.allocate(4).putInt(part.length).array());
        cipher.updateAAD(part);
    }
}
