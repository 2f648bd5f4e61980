package dev.leat.http.tls;

import org.jspecify.annotations.Nullable;

/** A certificate or key cannot be used. The message names the file and says what to do, and holds no secret. */
public final class BadCertificate extends RuntimeException {

    BadCertificate(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
