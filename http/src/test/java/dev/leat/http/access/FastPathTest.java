package dev.leat.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every request pays. */
class FastPathTest {
    private static final int REQUESTS = 20_000;

    @TempDir
    Path directory;

    @Test
    void whoIsKnownCostsNoGarbage() throws Exception {
        String key = ApiKey.generate();
        ECKey signing = Issuer.ec("1");
        InstantSource clock = InstantSource.system();
        Path keys = Files.writeString(
                directory.resolve("keys"),
                KeyFile.write(List.of(ApiKey.of("shop", key, List.of(Scope.parse("read:orders/**"))))));
        Path jwks = Files.writeString(directory.resolve("jwks"), Issuer.jwks(signing));
        String token = Issuer.sign(
                signing, JWSAlgorithm.ES256, Issuer.claims(clock.instant()).build());

        try (BearerAccess access =
                new BearerAccess(AccessSettings.none().withKeyFile(keys).withJwks(jwks), clock)) {
            assertThat(bytesPerRequest(access, "Bearer " + key)).isLessThan(16);
            assertThat(bytesPerRequest(access, "Bearer " + token)).isLessThan(16);
        }
    }

    private static long bytesPerRequest(Access access, String header) {
        requests(access, header);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        requests(access, header);
        return (threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS;
    }

    private static void requests(Access access, String header) {
        for (int i = 0; i < REQUESTS; i++) {
            Caller caller = access.authenticate(header).resultNow();
            if (!caller.may(Action.READ, "orders/1") || caller.may(Action.DELETE, "orders/1")) {
                throw new AssertionError();
            }
        }
    }
}
