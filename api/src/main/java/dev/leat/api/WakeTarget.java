package dev.leat.api;

/** How a subscription wakes its worker. */
public sealed interface WakeTarget {

    /** By a request to this address. */
    record Webhook(String url) implements WakeTarget {

        /** The longest address, in characters. */
        public static final int MAX_LENGTH = 4096;

        public Webhook {
            if (url.isBlank() || url.length() > MAX_LENGTH) {
                throw new IllegalArgumentException("a webhook's address has 1 to " + MAX_LENGTH + " characters");
            }
        }
    }

    /** By a message in this stream, after which workers claim the wake. The application makes the stream. */
    record PullWake(StreamPath wakeStream) implements WakeTarget {}
}
