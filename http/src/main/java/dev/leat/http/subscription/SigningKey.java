package dev.leat.http.subscription;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/** An Ed25519 key that requests to webhooks are signed with. */
final class SigningKey {
    private static final int LENGTH = 32;
    private static final String ALGORITHM = "Ed25519";
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final PrivateKey key;
    private final String x;
    private final String id;

    private SigningKey(PrivateKey key, String x) throws GeneralSecurityException {
        this.key = key;
        this.x = x;
        this.id = "ds_" + thumbprint(x);
    }

    /** The private and then the public half of a new key. */
    static byte[] generate() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            byte[] encoded =
                    pair.getPublic().getEncoded(); // its last bytes are the key, what is before only says which kind
            byte[] halves = Arrays.copyOf(seed, 2 * LENGTH);
            System.arraycopy(encoded, encoded.length - LENGTH, halves, LENGTH, LENGTH);
            return halves;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no Ed25519", e);
        }
    }

    static SigningKey of(byte[] halves) {
        if (halves.length != 2 * LENGTH) {
            throw new IllegalStateException("the signing key that is kept has " + halves.length + " bytes");
        }
        try {
            EdECPrivateKeySpec seed = new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Arrays.copyOf(halves, LENGTH));
            PrivateKey key = KeyFactory.getInstance(ALGORITHM).generatePrivate(seed);
            return new SigningKey(key, BASE64.encodeToString(Arrays.copyOfRange(halves, LENGTH, 2 * LENGTH)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no Ed25519", e);
        }
    }

    /** As RFC 7638 has it. */
    private static String thumbprint(String x) throws GeneralSecurityException {
        String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(members.getBytes(StandardCharsets.US_ASCII));
        return BASE64.encodeToString(digest);
    }

    String id() {
        return id;
    }

    /** The public half, as a JWK has it. */
    String x() {
        return x;
    }

    /** What goes into the header {@code Webhook-Signature}. */
    String signature(long seconds, byte[] body) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            signature.update(body);
            return "t=" + seconds + ",kid=" + id + ",ed25519=" + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign", e);
        }
    }
}
