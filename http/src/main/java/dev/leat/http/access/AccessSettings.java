package dev.leat.http.access;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which credentials to accept. With nothing set, requests need none.
 *
 * @param keyFile API keys, see {@link KeyFile}
 * @param jwksUrl where the keys for JWTs are published: https, or http on this machine
 * @param jwksFile a file with keys for JWTs, as a JWKS
 * @param secretFile a file with the secret that JWTs are signed with
 * @param issuer the {@code iss} that JWTs must have; null for any
 * @param audience what must be in the {@code aud} of JWTs; null for any
 */
public record AccessSettings(
        @Nullable Path keyFile,
        @Nullable URI jwksUrl,
        @Nullable Path jwksFile,
        @Nullable Path secretFile,
        @Nullable String issuer,
        @Nullable String audience) {

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]|\\[0:0:0:0:0:0:0:1]");

    public AccessSettings {
        if (Stream.of(jwksUrl, jwksFile, secretFile).filter(Objects::nonNull).count() > 1) {
            throw new IllegalArgumentException("give only one of a JWKS URL, a JWKS file and a secret file");
        }
        if ((issuer != null || audience != null) && jwksUrl == null && jwksFile == null && secretFile == null) {
            throw new IllegalArgumentException("issuer and audience need a JWKS or a secret");
        }
        if (jwksUrl != null) {
            check(jwksUrl);
        }
    }

    public static AccessSettings none() {
        return new AccessSettings(null, null, null, null, null, null);
    }

    public AccessSettings withKeyFile(@Nullable Path file) {
        return new AccessSettings(file, jwksUrl, jwksFile, secretFile, issuer, audience);
    }

    public AccessSettings withJwks(URI url) {
        return new AccessSettings(keyFile, url, null, null, issuer, audience);
    }

    public AccessSettings withJwks(Path file) {
        return new AccessSettings(keyFile, null, file, null, issuer, audience);
    }

    public AccessSettings withSecret(Path file) {
        return new AccessSettings(keyFile, null, null, file, issuer, audience);
    }

    public AccessSettings with(@Nullable String otherIssuer, @Nullable String otherAudience) {
        return new AccessSettings(keyFile, jwksUrl, jwksFile, secretFile, otherIssuer, otherAudience);
    }

    /** Returns whether requests need no credentials. */
    public boolean isOpen() {
        return keyFile == null && !acceptsTokens();
    }

    /** Returns whether JWTs are accepted. */
    public boolean acceptsTokens() {
        return jwksUrl != null || jwksFile != null || secretFile != null;
    }

    /** Throws unless the transport protects the JWKS: a JWKS that was altered on its way could hold a foreign signing key. */
    private static void check(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
        boolean safe = (scheme.equals("https") && url.getHost() != null)
                || (scheme.equals("http") && LOOPBACK.matcher(host).matches());
        if (!safe) {
            throw new IllegalArgumentException("a JWKS URL must be https, or http to this machine");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("a JWKS URL must not hold a user or password");
        }
    }
}
