package dev.leat.http.tls;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Certificates: a chain and a key in PEM files, or one PKCS#12 file with its password.
 *
 * @param reload how often to look for new ones
 */
public record TlsSettings(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path pkcs12,
        @Nullable String password,
        Duration reload) {

    @Override
    public String toString() {
        return "TlsSettings[certificate=" + certificate + ", pkcs12=" + pkcs12 + "]"; // never the password
    }
}
