package dev.leat.http.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import dev.leat.testkit.VirtualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens signed with a shared secret. */
class SecretTest {
    private final VirtualClock clock = VirtualClock.create();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "32, HS256, true",
        "32, HS384, false",
        "47, HS384, false",
        "48, HS384, true",
        "63, HS512, false",
        "64, HS256, true",
        "64, HS384, true",
        "64, HS512, true",
    })
    void aSecretServesTheAlgorithmsItIsLongEnoughFor(int length, String algorithm, boolean good) throws Exception {
        byte[] secret = "s".repeat(length).getBytes(UTF_8);
        // signed with the same bytes followed by zeros, which HMAC cannot tell apart from the secret itself
        byte[] padded = Arrays.copyOf(secret, 64);
        Files.writeString(directory.resolve("secret"), new String(secret, UTF_8) + "\n");

        try (BearerAccess access = access()) {
            String token = Issuer.sign(
                    padded,
                    JWSAlgorithm.parse(algorithm),
                    Issuer.claims(clock.instant()).build());

            assertThat(access.authenticate("Bearer " + token).state() == Future.State.SUCCESS)
                    .isEqualTo(good);
        }
    }

    @Test
    void aSecretThatIsTooShortStopsTheStartAndIsNotQuoted() throws Exception {
        Files.writeString(directory.resolve("secret"), "ssssssssssssssssssssssssssssss7\n");

        assertThatThrownBy(this::access)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("31 bytes")
                .hasMessageNotContaining("sss");
    }

    @Test
    void aTokenSignedWithAnotherSecretOrAPrivateKeyIsRefused() throws Exception {
        Files.writeString(directory.resolve("secret"), "s".repeat(64));

        try (BearerAccess access = access()) {
            String other = Issuer.sign(
                    "t".repeat(64).getBytes(UTF_8),
                    JWSAlgorithm.HS256,
                    Issuer.claims(clock.instant()).build());
            String rsa = Issuer.sign(
                    Issuer.rsa("r"),
                    JWSAlgorithm.RS256,
                    Issuer.claims(clock.instant()).build());

            assertThat(access.authenticate("Bearer " + other).exceptionNow()).isInstanceOf(AccessDenied.class);
            assertThat(access.authenticate("Bearer " + rsa).exceptionNow()).isInstanceOf(AccessDenied.class);
        }
    }

    /** Otherwise everybody who can read the JWKS could sign. */
    @Test
    void aSecretInAJwksIsNotUsed() throws Exception {
        byte[] secret = "s".repeat(64).getBytes(UTF_8);
        JWK octets = new OctetSequenceKey.Builder(secret).keyID("o").build();
        String set = "{\"keys\":[" + octets.toJSONString() + "]}";

        assertThatThrownBy(() -> TokenKeys.ofJwks(set.getBytes(UTF_8))).isInstanceOf(IllegalArgumentException.class);
    }

    private BearerAccess access() {
        return new BearerAccess(AccessSettings.none().withSecret(directory.resolve("secret")), clock);
    }
}
