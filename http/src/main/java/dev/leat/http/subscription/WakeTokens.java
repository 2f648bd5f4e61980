package dev.leat.http.subscription;

import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that prove a worker's claim to a wake: the wake, the token's expiry, and an HMAC over both. A token stays
 * authentic after its wake has ended; the engine then refuses it.
 */
final class WakeTokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int LONGEST = 4096;
    private static final byte[] PURPOSE = "leat wake token 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final SecretKeySpec key;

    WakeTokens(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** The wake that a token was made for. */
    record Claim(String wakeId, long generation) {

        boolean isFor(String otherWakeId, long otherGeneration) {
            return generation == otherGeneration && wakeId.equals(otherWakeId);
        }
    }

    static byte[] generate() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    String issue(Wake wake, Instant until) {
        String claims =
                until.toEpochMilli() + "\n" + wake.generation() + "\n" + wake.wakeId() + "\n" + wake.subscription();
        byte[] payload = claims.getBytes(StandardCharsets.UTF_8);
        return ENCODER.encodeToString(payload) + "." + ENCODER.encodeToString(mac(payload));
    }

    /**
     * Returns the claim of the token in the header {@code Authorization}; throws if it is not authentic, not for this
     * subscription, or expired.
     */
    Claim check(@Nullable String authorization, SubscriptionId id, Instant now) {
        if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw ProtocolErrors.tokenInvalid("this needs the token of the wake, as Authorization: Bearer");
        }
        List<String> claims = authentic(authorization.substring(7).strip());
        if (!claims.get(3).equals(id.value())) {
            throw ProtocolErrors.tokenInvalid("the token belongs to another subscription");
        }
        if (Long.parseLong(claims.get(0)) <= now.toEpochMilli()) {
            throw ProtocolErrors.tokenExpired();
        }
        return new Claim(claims.get(2), Long.parseLong(claims.get(1)));
    }

    private List<String> authentic(String token) {
        int dot = token.indexOf('.');
        if (dot > 0 && token.length() <= LONGEST) {
            byte[] payload = decode(token.substring(0, dot));
            byte[] mac = decode(token.substring(dot + 1));
            if (MessageDigest.isEqual(mac, mac(payload))) {
                return List.of(new String(payload, StandardCharsets.UTF_8).split("\n", 4));
            }
        }
        throw ProtocolErrors.tokenInvalid("the token is not one that this server gave out");
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0]; // is no authentic token's part
        }
    }

    private byte[] mac(byte[] payload) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(PURPOSE);
            return mac.doFinal(payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
        }
    }
}
