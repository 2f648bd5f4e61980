package dev.leat.http.access;

/** Credentials are missing or bad. The message is for the client, so it holds no secret and says no more than needed. */
public final class AccessDenied extends RuntimeException {

    public AccessDenied(String message) {
        super(message, null, false, false);
    }
}
