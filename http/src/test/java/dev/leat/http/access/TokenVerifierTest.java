package dev.leat.http.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.leat.testkit.VirtualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens checked against a JWKS in a file. */
class TokenVerifierTest {
    private static RSAKey rsa;
    private static RSAKey stranger;
    private static ECKey ec;

    private final VirtualClock clock = VirtualClock.create();

    @TempDir
    Path directory;

    private BearerAccess access;

    @BeforeAll
    static void keys() throws Exception {
        rsa = Issuer.rsa("r");
        stranger = Issuer.rsa("r");
        ec = Issuer.ec("e");
    }

    @BeforeEach
    void start() throws Exception {
        Files.writeString(file(), Issuer.jwks(rsa, ec));
        access = new BearerAccess(AccessSettings.none().withJwks(file()).with(Issuer.NAME, Issuer.AUDIENCE), clock);
    }

    @AfterEach
    void stop() {
        access.close();
    }

    @Test
    void aGoodTokenIsItsSubjectWithItsScopes() throws Exception {
        Caller caller = authenticate(Issuer.sign(rsa, JWSAlgorithm.RS256, claims().build()))
                .resultNow();

        assertThat(caller.name()).isEqualTo("jwt:alice");
        assertThat(caller.may(Action.READ, "orders/2")).isTrue();
        assertThat(caller.may(Action.APPEND, "orders/1")).isTrue();
        assertThat(caller.may(Action.APPEND, "orders/2")).isFalse();
        assertThat(caller.may(Action.ADMIN, "")).isFalse();
    }

    @Test
    void scopesMayBeAnArray() throws Exception {
        JWTClaimsSet claims = claims().claim("scope", null)
                .claim("scopes", List.of("delete:a", "nonsense"))
                .build();

        Caller caller =
                authenticate(Issuer.sign(rsa, JWSAlgorithm.RS256, claims)).resultNow();

        assertThat(caller.may(Action.DELETE, "a")).isTrue();
        assertThat(caller.may(Action.READ, "a")).isFalse();
    }

    @Test
    void scopesOfTheWrongTypeAreRefused() throws Exception {
        assertDenied(claims().claim("scope", List.of("read:*")).build(), "malformed");
        assertDenied(claims().claim("scopes", "read:*").build(), "malformed");
    }

    @Test
    void everyAlgorithmOfAKeyIsGood() throws Exception {
        for (JWSAlgorithm algorithm : List.of(JWSAlgorithm.RS512, JWSAlgorithm.PS256, JWSAlgorithm.PS384)) {
            assertThat(authenticate(Issuer.sign(rsa, algorithm, claims().build()))
                                    .state()
                            == Future.State.SUCCESS)
                    .as("%s", algorithm)
                    .isTrue();
        }
        assertThat(authenticate(Issuer.sign(ec, JWSAlgorithm.ES256, claims().build()))
                                .state()
                        == Future.State.SUCCESS)
                .isTrue();
    }

    @Test
    void aTokenWithoutKeyIdIsTriedWithAllKeys() throws Exception {
        String token = Issuer.sign(new JWSHeader(JWSAlgorithm.RS256), new RSASSASigner(rsa), claims().build());

        assertThat(authenticate(token).state() == Future.State.SUCCESS).isTrue();
    }

    @Test
    void aTokenEndsAMinuteAfterItsTimeAlsoIfItWasGoodBefore() throws Exception {
        String token = Issuer.sign(rsa, JWSAlgorithm.RS256, claims().build());

        assertThat(authenticate(token).state() == Future.State.SUCCESS).isTrue();
        clock.advance(Duration.ofSeconds(3659));
        assertThat(authenticate(token).state() == Future.State.SUCCESS).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(denied(authenticate(token))).hasMessage("the token has expired");
    }

    @Test
    void aTokenWithoutEndIsRefused() throws Exception {
        assertDenied(claims().expirationTime(null).build(), "the token has no exp");
    }

    @Test
    void aTokenThatIsNotValidYetIsRefused() throws Exception {
        Date soon = Date.from(clock.instant().plusSeconds(60));
        Date late = Date.from(clock.instant().plusSeconds(61));

        assertThat(authenticate(Issuer.sign(
                                        rsa,
                                        JWSAlgorithm.RS256,
                                        claims().notBeforeTime(soon).build()))
                                .state()
                        == Future.State.SUCCESS)
                .isTrue();
        assertDenied(claims().notBeforeTime(late).build(), "the token is not valid yet");
    }

    @Test
    void aTokenOfAnotherIssuerOrForAnotherAudienceIsRefused() throws Exception {
        assertDenied(claims().issuer("https://evil.example.org").build(), "the token is from another issuer");
        assertDenied(claims().issuer(null).build(), "the token is from another issuer");
        assertDenied(claims().audience("other").build(), "the token is for another audience");
        assertDenied(claims().audience((String) null).build(), "the token is for another audience");
    }

    @Test
    void aTokenSignedWithAnotherKeyOfTheSameIdIsRefused() throws Exception {
        denied(authenticate(Issuer.sign(stranger, JWSAlgorithm.RS256, claims().build())));
    }

    @Test
    void aTokenThatWasChangedIsRefused() throws Exception {
        String[] parts = Issuer.sign(rsa, JWSAlgorithm.RS256, claims().build()).split("\\.");
        String forged = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(claims().subject("root")
                        .claim("scope", "*:*")
                        .build()
                        .toString()
                        .getBytes(UTF_8));

        denied(authenticate(parts[0] + "." + forged + "." + parts[2]));
        denied(authenticate(parts[0] + "." + parts[1] + "."));
        denied(authenticate(parts[0] + "." + parts[1]));
    }

    @Test
    void algNoneIsRefused() {
        denied(authenticate(new PlainJWT(claims().build()).serialize()));
        for (String none : List.of("none", "None", "NONE", "")) {
            String header = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(("{\"alg\":\"" + none + "\",\"kid\":\"r\"}").getBytes(UTF_8));
            String payload = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(claims().build().toString().getBytes(UTF_8));
            denied(authenticate(header + "." + payload + "."));
            denied(authenticate(header + "." + payload + ".AAAA"));
        }
    }

    /** Who knows the public key must not be able to sign with it as if it were a secret. */
    @Test
    void aPublicKeyIsNoSecret() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("r").build();
        byte[] der = rsa.toRSAPublicKey().getEncoded();
        String pem = "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END PUBLIC KEY-----\n";

        for (byte[] secret :
                List.of(der, pem.getBytes(UTF_8), rsa.toPublicJWK().toString().getBytes(UTF_8))) {
            denied(authenticate(Issuer.sign(header, new MACSigner(secret), claims().build())));
        }
    }

    @Test
    void aKeyServesNoAlgorithmOfAnotherKind() throws Exception {
        String token = Issuer.sign(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("e").build(), new RSASSASigner(rsa), claims().build());

        denied(authenticate(token));
    }

    @Test
    void headersThatAskForMoreAreRefused() throws Exception {
        JWSHeader critical = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("r")
                .criticalParams(Set.of("exp"))
                .customParam("exp", 1)
                .build();
        JWSHeader logout = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("r")
                .type(new JOSEObjectType("logout+jwt"))
                .build();

        denied(authenticate(Issuer.sign(critical, new RSASSASigner(rsa), claims().build())));
        denied(authenticate(Issuer.sign(logout, new RSASSASigner(rsa), claims().build())));
    }

    /** The key that a token brings along is not asked for its own signature. */
    @Test
    void aKeyInTheHeaderIsNotTrusted() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("r")
                .jwk(stranger.toPublicJWK())
                .build();

        denied(authenticate(Issuer.sign(header, new RSASSASigner(stranger), claims().build())));
    }

    @Test
    void aTokenIsVerifiedOnce() throws Exception {
        String token = Issuer.sign(rsa, JWSAlgorithm.RS256, claims().build());

        assertThat(authenticate(token)).isSameAs(authenticate(token));
    }

    @Test
    void aTokenOfAKeyThatWasTakenBackIsRefusedAlsoIfItWasGoodBefore() throws Exception {
        String token = Issuer.sign(rsa, JWSAlgorithm.RS256, claims().build());
        assertThat(authenticate(token).state() == Future.State.SUCCESS).isTrue();

        Files.writeString(file(), Issuer.jwks(ec));
        access.poll();

        denied(authenticate(token));
    }

    @Test
    void nothingOfATokenIsInARefusal() throws Exception {
        String token = Issuer.sign(stranger, JWSAlgorithm.RS256, claims().build());
        AccessDenied denied = denied(authenticate(token));

        for (String part : token.split("\\.")) {
            assertThat(denied.getMessage() + denied.challenge()).doesNotContain(part.substring(0, 8));
        }
    }

    private void assertDenied(JWTClaimsSet claims, String words) throws Exception {
        assertThat(denied(authenticate(Issuer.sign(rsa, JWSAlgorithm.RS256, claims))))
                .hasMessageContaining(words);
    }

    private JWTClaimsSet.Builder claims() {
        return Issuer.claims(clock.instant());
    }

    private CompletableFuture<Caller> authenticate(String token) {
        return access.authenticate("Bearer " + token);
    }

    private Path file() {
        return directory.resolve("jwks.json");
    }

    private static AccessDenied denied(CompletableFuture<Caller> answer) {
        assertThat(answer.exceptionNow()).isInstanceOf(AccessDenied.class);
        return (AccessDenied) answer.exceptionNow();
    }
}
