package dev.leat.api.subscription;

import dev.leat.api.stream.StreamPath;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription is about. Two that are equal are the same configuration.
 *
 * @param pattern streams that match are linked by themselves, those to come included
 * @param streams linked one by one; sorted, each once
 * @param lease how long a worker may go without a sign of life
 */
public record SubscriptionConfig(
        @Nullable Glob pattern,
        List<StreamPath> streams,
        WakeTarget target,
        Duration lease,
        @Nullable String description) {

    /** The shortest lease. */
    public static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    /** The longest lease. */
    public static final Duration LONGEST_LEASE = Duration.ofMinutes(10);

    /** The lease of subscriptions that name none. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    /** How many streams can be named one by one at once. */
    public static final int MAX_STREAMS = 10_000;

    /** The longest description, in characters. */
    public static final int MAX_DESCRIPTION = 4096;

    public SubscriptionConfig {
        streams = streams.stream().distinct().sorted().toList();
        lease = Duration.ofMillis(lease.toMillis());
        if (pattern == null && streams.isEmpty()) {
            throw new IllegalArgumentException("a subscription needs a pattern or streams");
        }
        if (streams.size() > MAX_STREAMS) {
            throw new IllegalArgumentException("a subscription names at most " + MAX_STREAMS + " streams at once");
        }
        if (target instanceof WakeTarget.PullWake pull && streams.contains(pull.wakeStream())) {
            throw new IllegalArgumentException("a subscription cannot be about its own wake stream");
        }
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("a lease has 1 to 600 seconds, not " + lease);
        }
        if (description != null && (description.length() > MAX_DESCRIPTION || !isText(description))) {
            throw new IllegalArgumentException(
                    "a description has at most " + MAX_DESCRIPTION + " characters, and no halves of surrogate pairs");
        }
    }

    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** Whether a stream that exists is linked without being named; the stream that wakes are written to never is. */
    public boolean matches(StreamPath path) {
        return pattern != null && !isWakeStream(path) && pattern.matches(path);
    }

    /** Returns whether the wakes of this subscription are written to a stream. */
    public boolean isWakeStream(StreamPath path) {
        return target instanceof WakeTarget.PullWake pull && pull.wakeStream().equals(path);
    }
}
