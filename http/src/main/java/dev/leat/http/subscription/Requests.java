package dev.leat.http.subscription;

import dev.leat.api.spi.Command;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.http.exchange.ReservedPaths;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Translation of clients' requests into commands. */
final class Requests {

    private Requests() {}

    static SubscriptionConfig config(Fields fields, String baseUrl) {
        return checked(() -> {
            String pattern = fields.text("pattern");
            Long lease = fields.number("lease_ttl_ms");
            return new SubscriptionConfig(
                    pattern == null ? null : new Glob(relative(pattern)),
                    paths(fields),
                    target(fields, baseUrl),
                    lease == null ? SubscriptionConfig.DEFAULT_LEASE : lease(lease),
                    fields.text("description"));
        });
    }

    private static Duration lease(long millis) {
        long least = SubscriptionConfig.SHORTEST_LEASE.toMillis();
        long most = SubscriptionConfig.LONGEST_LEASE.toMillis();
        if (millis < least || millis > most) {
            throw ProtocolErrors.invalid("lease_ttl_ms must be from " + least + " to " + most + ", not " + millis);
        }
        return Duration.ofMillis(millis);
    }

    private static WakeTarget target(Fields fields, String baseUrl) {
        String type = fields.requiredText("type");
        return switch (type) {
            case "webhook" ->
                new WakeTarget.Webhook(fields.requiredObject("webhook").requiredText("url"), baseUrl);
            case "pull-wake" -> new WakeTarget.PullWake(writable(path(fields.requiredText("wake_stream"))));
            default -> throw ProtocolErrors.invalid("type must be webhook or pull-wake");
        };
    }

    private static StreamPath writable(StreamPath path) {
        if (ReservedPaths.isReadOnly(path)) {
            throw new IllegalArgumentException("only the server itself writes the stream at " + path);
        }
        return path;
    }

    static Command.Link link(SubscriptionId id, Fields fields) {
        return checked(() -> {
            List<StreamPath> paths = paths(fields);
            if (paths.isEmpty()) {
                throw ProtocolErrors.invalid("streams must name at least one stream");
            }
            return new Command.Link(id, paths);
        });
    }

    static Command.Claim claim(SubscriptionId id, Fields fields) {
        return checked(() -> new Command.Claim(id, fields.requiredText("worker")));
    }

    static Command.Settle settle(SubscriptionId id, Fields fields) {
        List<Ack> acks = fields.objects("acks").stream().map(Requests::ack).toList();
        return new Command.Settle(
                id, fields.requiredText("wake_id"), fields.requiredNumber("generation"), acks, fields.flag("done"));
    }

    static Command.ReleaseWake release(SubscriptionId id, Fields fields) {
        return new Command.ReleaseWake(id, fields.requiredText("wake_id"), fields.requiredNumber("generation"));
    }

    private static Ack ack(Fields fields) {
        StreamPath path = checked(() -> path(fields.requiredText(fields.has("stream") ? "stream" : "path")));
        String offset = fields.requiredText("offset");
        return switch (offset) {
            case "-1", "now" ->
                throw ProtocolErrors.invalidOffset("an ack needs an offset that a read answered, not " + offset);
            default ->
                new Ack(
                        path,
                        Offset.parse(offset)
                                .orElseThrow(
                                        () -> ProtocolErrors.invalidOffset("there is an ack whose offset is none")));
        };
    }

    private static List<StreamPath> paths(Fields fields) {
        return fields.texts("streams").stream().map(Requests::path).toList();
    }

    /** A path, which clients may begin with a slash. */
    static StreamPath path(String text) {
        StreamPath path = StreamPath.of(relative(text));
        if (ReservedPaths.isProtocol(path)) {
            throw new IllegalArgumentException("paths below " + ReservedPaths.PROTOCOL + " are reserved");
        }
        return path;
    }

    private static String relative(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /** Returns the value; an {@link IllegalArgumentException} becomes a problem with the same text. */
    static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw ProtocolErrors.invalid(String.valueOf(e.getMessage()));
        }
    }
}
