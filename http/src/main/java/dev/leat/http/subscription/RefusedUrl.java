package dev.leat.http.subscription;

/** A webhook's address is one that must not be called. The message is for whoever subscribed. */
final class RefusedUrl extends RuntimeException {

    RefusedUrl(String message) {
        super(message, null, false, false);
    }
}
