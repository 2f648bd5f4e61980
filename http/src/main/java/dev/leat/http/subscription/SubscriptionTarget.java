package dev.leat.http.subscription;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.http.exchange.PathDecoder;
import java.util.Optional;

/** What a path below {@code __ds} is about. */
sealed interface SubscriptionTarget {

    /** The methods that it takes. */
    String methods();

    /** The public keys of this server. */
    record Keys() implements SubscriptionTarget {
        @Override
        public String methods() {
            return "GET, OPTIONS";
        }
    }

    /** A route of one subscription. */
    sealed interface OfSubscription extends SubscriptionTarget {
        SubscriptionId id();
    }

    /** The subscription itself. */
    record Itself(SubscriptionId id) implements OfSubscription {
        @Override
        public String methods() {
            return "GET, PUT, DELETE, OPTIONS";
        }
    }

    /** The streams that it names. */
    record Streams(SubscriptionId id) implements OfSubscription {
        @Override
        public String methods() {
            return "POST, OPTIONS";
        }
    }

    /** One of them. */
    record Stream(SubscriptionId id, StreamPath path) implements OfSubscription {
        @Override
        public String methods() {
            return "DELETE, OPTIONS";
        }
    }

    /** Something that workers do. */
    record Work(SubscriptionId id, Verb verb) implements OfSubscription {
        @Override
        public String methods() {
            return "POST, OPTIONS";
        }
    }

    /** What workers do. */
    enum Verb {
        CLAIM,
        SETTLE,
        RELEASE
    }

    /** Empty if there is no such route; throws if there is one but what it names cannot be. */
    static Optional<SubscriptionTarget> parse(String encoded) {
        String[] segments = encoded.split("/", 4);
        if (encoded.equals("jwks.json")) {
            return Optional.of(new Keys());
        }
        if (!segments[0].equals("subscriptions") || segments.length < 2) {
            return Optional.empty();
        }
        SubscriptionId id = Requests.checked(() -> SubscriptionId.of(decoded(segments[1])));
        return Optional.ofNullable(
                switch (segments.length) {
                    case 2 -> new Itself(id);
                    case 3 ->
                        switch (segments[2]) {
                            case "streams" -> new Streams(id);
                            case "claim" -> new Work(id, Verb.CLAIM);
                            case "callback", "ack" -> new Work(id, Verb.SETTLE);
                            case "release" -> new Work(id, Verb.RELEASE);
                            default -> null;
                        };
                    default ->
                        segments[2].equals("streams")
                                ? new Stream(id, Requests.checked(() -> Requests.path(decoded(segments[3]))))
                                : null;
                });
    }

    private static String decoded(String encoded) {
        return PathDecoder.decode(encoded).orElseThrow(() -> ProtocolErrors.invalid("the path's escapes are broken"));
    }
}
