package dev.leat.http.subscription;

/** Exception for a webhook's address that must not be called. The message is for the subscription's owner. */
final class RefusedUrl extends RuntimeException {

    RefusedUrl(String message) {
        super(message, null, false, false);
    }
}
