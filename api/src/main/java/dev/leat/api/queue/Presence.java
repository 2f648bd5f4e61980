package dev.leat.api.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one consumer of a group.
 *
 * @param instance tells two processes of the same name apart; empty if it was not said
 * @param lastSeenAge how long ago that was by the server's clock; zero while one of its receives waits
 * @param leases how many deliveries it has, as the queue counts them
 * @param reportedLeases how many it says it has, in its last heartbeat since the server's start; null if it did not say
 * @param recovering whether the server started so recently that it could not give a sign of life yet
 */
public record Presence(
        QueueName queue,
        GroupName group,
        ConsumerName consumer,
        String instance,
        State state,
        Instant registeredAt,
        Instant lastSeen,
        Duration lastSeenAge,
        Duration ttl,
        Map<String, String> labels,
        int leases,
        @Nullable Integer reportedLeases,
        @Nullable Instant lastReceive,
        @Nullable Instant lastSettle,
        long received,
        long settled,
        boolean recovering) {

    /** The shortest time that a heartbeat can count. */
    public static final Duration SHORTEST_TTL = Duration.ofSeconds(5);

    /** The longest time that a heartbeat can count. */
    public static final Duration LONGEST_TTL = Duration.ofMinutes(10);
    /** How long a sign of life counts if neither the consumer nor the server's settings say otherwise. */
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(30);

    public Presence {
        labels = Map.copyOf(labels);
    }

    /** How lively a consumer is. */
    public enum State {
        /** It gave a sign of life within its time to live. */
        ACTIVE,
        /** It gave one within twice that. */
        STALE,
        /** It gave none within twice its time to live. */
        EXPIRED,
        /** It said that it goes. */
        LEFT
    }

    /** How many consumers of a group are in each state. */
    public record Counts(QueueName queue, GroupName group, int active, int stale, int expired, int left) {}
}
