package dev.leat.http.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/** Makes keys and tokens, as an identity provider does. */
final class Issuer {
    static final String NAME = "https://issuer.example.org";
    static final String AUDIENCE = "leat";

    private Issuer() {}

    static RSAKey rsa(String id) throws JOSEException {
        return new RSAKeyGenerator(2048).keyID(id).generate();
    }

    static ECKey ec(String id) throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    static String jwks(JWK... keys) {
        return new JWKSet(List.of(keys)).toString(true);
    }

    /** Claims that are good for an hour. */
    static JWTClaimsSet.Builder claims(Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .audience(List.of("other", AUDIENCE))
                .subject("alice")
                .claim("scope", "openid read:orders/** append:orders/1")
                .expirationTime(Date.from(now.plusSeconds(3600)));
    }

    static String sign(JWK key, JWSAlgorithm algorithm, JWTClaimsSet claims) throws JOSEException {
        JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
        return sign(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), signer, claims);
    }

    static String sign(byte[] secret, JWSAlgorithm algorithm, JWTClaimsSet claims) throws JOSEException {
        return sign(new JWSHeader(algorithm), new MACSigner(secret), claims);
    }

    static String sign(JWSHeader header, JWSSigner signer, JWTClaimsSet claims) throws JOSEException {
        SignedJWT jwt = new SignedJWT(header, claims);
        jwt.sign(signer);
        return jwt.serialize();
    }
}
