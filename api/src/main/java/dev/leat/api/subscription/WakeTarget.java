package dev.leat.api.subscription;

import dev.leat.api.stream.StreamPath;
import org.jspecify.annotations.Nullable;

/** How a subscription wakes its worker. */
public sealed interface WakeTarget {

    /**
     * By a request to this address.
     *
     * @param baseUrl the address of the server that the subscriber used, which tells the worker where to answer; null if
     *     there was none. It does not tell one configuration from another
     */
    record Webhook(String url, @Nullable String baseUrl) implements WakeTarget {

        /** The longest address, in characters. */
        public static final int MAX_LENGTH = 4096;

        public Webhook {
            if (url.isBlank() || url.length() > MAX_LENGTH) {
                throw new IllegalArgumentException("a webhook's address has 1 to " + MAX_LENGTH + " characters");
            }
            if (baseUrl != null && baseUrl.length() > MAX_LENGTH) {
                throw new IllegalArgumentException("a base URL has at most " + MAX_LENGTH + " characters");
            }
        }

        /** Creates a target without further settings. */
        public Webhook(String url) {
            this(url, null);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Webhook webhook && webhook.url.equals(url);
        }

        @Override
        public int hashCode() {
            return url.hashCode();
        }
    }

    /** By a message in this stream, after which workers claim the wake. The application makes the stream. */
    record PullWake(StreamPath wakeStream) implements WakeTarget {}
}
