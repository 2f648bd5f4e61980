package dev.leat.http.access;

import java.util.concurrent.CompletableFuture;

/** Credentials are missing or bad. The message is for the client, so it holds no secret and says no more than needed. */
public final class AccessDenied extends RuntimeException {
    private final String challenge;

    /** Creates the refusal of bad credentials. The message must not quote them. */
    public AccessDenied(String message) {
        this(
                message,
                "Bearer realm=\"leat\", error=\"invalid_token\", error_description=\"" + Printable.text(message, 200)
                        + "\"");
    }

    private AccessDenied(String message, String challenge) {
        super(message, null, false, false);
        this.challenge = challenge;
    }

    /** Returns the refusal of a request without credentials. */
    static AccessDenied missing() {
        return new AccessDenied("credentials are missing", "Bearer realm=\"leat\"");
    }

    /** Returns the value of {@code WWW-Authenticate} in the answer. */
    public String challenge() {
        return challenge;
    }

    CompletableFuture<Caller> answer() {
        return CompletableFuture.failedFuture(this);
    }
}
