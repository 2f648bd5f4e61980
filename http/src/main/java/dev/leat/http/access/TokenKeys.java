package dev.leat.http.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The keys that tokens may be signed with at one time. It never changes: new keys are another object. */
final class TokenKeys {
    /** How many keys a token may be tried with that does not say which one it is signed with. */
    private static final int MOST_TRIES = 8;

    private final List<TokenKey> keys;

    private TokenKeys(List<TokenKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /** Reads a JWKS. Secrets in it are left out: every reader of a JWKS could sign with them. */
    static TokenKeys ofJwks(byte[] json) {
        try {
            List<TokenKey> keys = new ArrayList<>();
            for (JWK key :
                    JWKSet.parse(new String(json, StandardCharsets.UTF_8)).getKeys()) {
                TokenKey.of(key).ifPresent(keys::add);
            }
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("it has no RSA (2048 bits or more) or EC key for signatures");
            }
            return new TokenKeys(keys);
        } catch (ParseException | JOSEException e) {
            throw new IllegalArgumentException("it is not a JWKS", e);
        }
    }

    /** Takes the content of a file as a secret, without the line end that editors leave there. */
    static TokenKeys ofSecret(byte[] content) {
        int end = content.length;
        while (end > 0 && (content[end - 1] == '\n' || content[end - 1] == '\r')) {
            end--;
        }
        try {
            return new TokenKeys(List.of(TokenKey.of(Arrays.copyOf(content, end))));
        } catch (JOSEException e) {
            throw new IllegalArgumentException("it cannot be used as a secret", e);
        }
    }

    /** Whether the token may be signed with one of these keys, going by its key id. */
    boolean know(JWSHeader header) {
        return keys.stream().anyMatch(key -> hasId(key, header));
    }

    /** The keys that may have signed a token with this header; a key serves no algorithm but its own. */
    List<TokenKey> candidates(JWSHeader header) {
        return keys.stream()
                .filter(key -> hasId(key, header) && key.algorithms().contains(header.getAlgorithm()))
                .limit(MOST_TRIES)
                .toList();
    }

    private static boolean hasId(TokenKey key, JWSHeader header) {
        String wanted = header.getKeyID();
        return wanted == null || key.isSecret() || wanted.equals(key.id());
    }
}
