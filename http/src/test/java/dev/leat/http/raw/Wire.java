package dev.leat.http.raw;

import dev.leat.http.ServerSettings;
import dev.leat.http.tls.TlsSettings;
import dev.leat.testkit.TestIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** Whether a test's bytes are encrypted on their way. */
public enum Wire {
    CLEAR,
    TLS;

    /** The server's certificate, made once for all tests. */
    private static final class Identity {
        static final SSLContext TRUSTING;
        static final TlsSettings SETTINGS;

        static {
            try {
                Path directory = Files.createTempDirectory("leat-tls");
                TestIdentity identity = TestIdentity.make(directory, "server", "EC");
                Path certificate = Files.writeString(directory.resolve("chain.pem"), identity.certificatePem());
                Path key = Files.writeString(directory.resolve("key.pem"), identity.keyPem());
                SETTINGS = new TlsSettings(certificate, key, null, null, Duration.ofDays(1));
                TRUSTING = TestIdentity.trusting(identity);
                for (Path file : new Path[] {directory, certificate, key, directory.resolve("server.p12")}) {
                    file.toFile().deleteOnExit();
                }
                directory.resolve("test.log").toFile().deleteOnExit();
            } catch (IOException | GeneralSecurityException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public ServerSettings applyTo(ServerSettings settings) {
        return this == TLS ? settings.with(Identity.SETTINGS) : settings;
    }

    public String scheme() {
        return this == TLS ? "https" : "http";
    }

    /** Trusts the server of {@link #applyTo}. */
    static SSLContext trusting() {
        return Identity.TRUSTING;
    }

    public RawConnection connect(int port) throws IOException {
        return this == TLS ? RawConnection.secured(port, 0) : RawConnection.to(port);
    }

    public RawConnection connectNarrow(int port) throws IOException {
        return this == TLS ? RawConnection.secured(port, RawConnection.NARROW_BYTES) : RawConnection.narrow(port);
    }
}
