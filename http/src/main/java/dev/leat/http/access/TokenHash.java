package dev.leat.http.access;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * SHA-256 of tokens. Tokens are only ever kept and compared as their hashes: memory and files then hold nothing that
 * could be presented, and how long a comparison takes tells nothing about the token.
 *
 * <p>Each thread has its own buffers, so that hashing allocates nothing.
 */
final class TokenHash {
    static final int BYTES = 32;
    static final int LONGEST_TOKEN = 8 << 10;

    private static final ThreadLocal<TokenHash> OWN = ThreadLocal.withInitial(TokenHash::new);

    private final MessageDigest sha256 = sha256();
    private final byte[] token = new byte[LONGEST_TOKEN];
    private final byte[] hash = new byte[BYTES];

    private TokenHash() {}

    /**
     * The hash of a token of ASCII characters.
     *
     * @param from where the token begins in the text; it ends with it
     * @return overwritten by the next call of this thread
     */
    static byte[] of(String text, int from) {
        return OWN.get().hash(text, from);
    }

    private byte[] hash(String text, int from) {
        int length = text.length() - from;
        for (int i = 0; i < length; i++) {
            token[i] = (byte) text.charAt(from + i);
        }
        try {
            sha256.update(token, 0, length);
            sha256.digest(hash, 0, BYTES);
            return hash;
        } catch (DigestException e) {
            throw new IllegalStateException(e);
        } finally {
            Arrays.fill(token, 0, length, (byte) 0);
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JVM has it
        }
    }
}
