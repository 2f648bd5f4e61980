package dev.leat.api.queue;

import dev.leat.api.spi.QueueCommand;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a heartbeat says beside that the consumer is alive; see {@link QueueConsumer#heartbeat(HeartbeatOptions)}.
 *
 * @param instance distinguishes two processes with the same consumer name
 * @param ttl how long the heartbeat counts; null for the consumer's last one, or else the server's default
 * @param labels shown with the consumer's presence, such as a version
 * @param reportedLeases how many leases the consumer counts itself, for comparison; null if it does not say
 * @param extendLeases whether all leases of the consumer start anew
 */
public record HeartbeatOptions(
        String instance,
        @Nullable Duration ttl,
        Map<String, String> labels,
        @Nullable Integer reportedLeases,
        boolean extendLeases) {

    /** A heartbeat that says nothing else. */
    public static final HeartbeatOptions DEFAULT = new HeartbeatOptions("", null, Map.of(), null, false);

    public HeartbeatOptions {
        labels = Map.copyOf(labels);
    }

    /** Returns a copy with a name that distinguishes this process from others with the same consumer name. */
    public HeartbeatOptions withInstance(String value) {
        return new HeartbeatOptions(value, ttl, labels, reportedLeases, extendLeases);
    }

    /** Returns a copy that counts for a time from {@link Presence#SHORTEST_TTL} to {@link Presence#LONGEST_TTL}. */
    public HeartbeatOptions withTtl(Duration value) {
        return new HeartbeatOptions(instance, value, labels, reportedLeases, extendLeases);
    }

    /** Returns a copy with labels, which replace those of the heartbeat before. */
    public HeartbeatOptions withLabels(Map<String, String> value) {
        return new HeartbeatOptions(instance, ttl, value, reportedLeases, extendLeases);
    }

    /** Returns a copy with the number of leases that the consumer counts itself. */
    public HeartbeatOptions withReportedLeases(int leases) {
        return new HeartbeatOptions(instance, ttl, labels, leases, extendLeases);
    }

    /** Returns a copy that starts all leases of the consumer anew. */
    public HeartbeatOptions extendingLeases() {
        return new HeartbeatOptions(instance, ttl, labels, reportedLeases, true);
    }

    QueueCommand.Heartbeat command(QueueName queue, @Nullable GroupName group, ConsumerName consumer) {
        return new QueueCommand.Heartbeat(queue, group, consumer, instance, ttl, labels, extendLeases, reportedLeases);
    }
}
