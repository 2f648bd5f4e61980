package dev.leat.http.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that tokens are signed with, and the algorithms it may be used for. The key decides about them, never the token: a
 * public key is of no use for an HMAC, and there is no key for {@code none}.
 */
record TokenKey(@Nullable String id, Set<JWSAlgorithm> algorithms, JWSVerifier verifier) {
    private static final int SHORTEST_RSA = 2048;

    private static final Set<JWSAlgorithm> RSA = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512);

    private static final Map<Curve, JWSAlgorithm> EC = Map.of(
            Curve.P_256, JWSAlgorithm.ES256,
            Curve.P_384, JWSAlgorithm.ES384,
            Curve.P_521, JWSAlgorithm.ES512);

    /** The shortest secrets, in bytes: as long as the hash. */
    private static final Map<JWSAlgorithm, Integer> HMAC =
            Map.of(JWSAlgorithm.HS256, 32, JWSAlgorithm.HS384, 48, JWSAlgorithm.HS512, 64);

    /** A shared secret, for those algorithms that it is long enough for. */
    static TokenKey of(byte[] secret) throws JOSEException {
        Set<JWSAlgorithm> algorithms = new LinkedHashSet<>();
        HMAC.forEach((algorithm, shortest) -> {
            if (secret.length >= shortest) {
                algorithms.add(algorithm);
            }
        });
        if (algorithms.isEmpty()) {
            throw new IllegalArgumentException(
                    "the secret has " + secret.length + " bytes; HS256 needs at least 32, HS384 48, HS512 64");
        }
        return new TokenKey(null, Set.copyOf(algorithms), new MACVerifier(secret));
    }

    /** A public key of a JWKS; empty for keys that are not for signatures, too weak, or of a kind that is not supported. */
    static Optional<TokenKey> of(JWK key) throws JOSEException {
        boolean verifies = key.getKeyUse() == null || KeyUse.SIGNATURE.equals(key.getKeyUse());
        if (verifies && key instanceof RSAKey rsa && rsa.size() >= SHORTEST_RSA) {
            return of(key, RSA, new RSASSAVerifier(rsa.toRSAPublicKey()));
        }
        JWSAlgorithm ofCurve = key instanceof ECKey ec ? EC.get(ec.getCurve()) : null;
        if (verifies && key instanceof ECKey ec && ofCurve != null) {
            return of(key, Set.of(ofCurve), new ECDSAVerifier(ec.toECPublicKey()));
        }
        return Optional.empty();
    }

    /** Whether it is the one shared secret, which is meant whatever key id a token has. */
    boolean isSecret() {
        return verifier instanceof MACVerifier;
    }

    private static Optional<TokenKey> of(JWK key, Set<JWSAlgorithm> possible, JWSVerifier verifier) {
        if (key.getAlgorithm() == null) {
            return Optional.of(new TokenKey(key.getKeyID(), possible, verifier));
        }
        JWSAlgorithm only = JWSAlgorithm.parse(key.getAlgorithm().getName());
        return possible.contains(only)
                ? Optional.of(new TokenKey(key.getKeyID(), Set.of(only), verifier))
                : Optional.empty();
    }
}
