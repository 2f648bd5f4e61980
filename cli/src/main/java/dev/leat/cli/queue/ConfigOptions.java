package dev.leat.cli.queue;

import dev.leat.api.Backoff;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueConfigBuilder;
import dev.leat.api.QueueName;
import dev.leat.api.Retention;
import dev.leat.cli.config.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a queue is to treat its messages: the members of its configuration in HTTP, each a flag. */
final class ConfigOptions {

    @Option(
            names = "--mode",
            paramLabel = "work|fanout",
            defaultValue = "work",
            description = "Whether consumers share the messages, or each group gets all of them (${DEFAULT-VALUE}).")
    private QueueConfig.Mode mode = QueueConfig.Mode.WORK;

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            description = "How long a delivery belongs to its consumer (30s).")
    private @Nullable Duration lease;

    @Option(
            names = "--longest-lease",
            paramLabel = "DURATION",
            description = "How long extending can keep a delivery in all (12h).")
    private @Nullable Duration longestLease;

    @Option(
            names = "--max-attempts",
            paramLabel = "COUNT",
            description = "How often a message is delivered before it is a dead letter; 0 for no limit (5).")
    private @Nullable Integer maxAttempts;

    @Option(
            names = "--max-releases",
            paramLabel = "COUNT",
            description = "How many releases give the attempt back; with 0 none does (100).")
    private @Nullable Integer maxReleases;

    @Option(names = "--dead-letter", paramLabel = "QUEUE", description = "Where messages go that are out of attempts.")
    private @Nullable QueueName deadLetter;

    @Option(
            names = "--exhausted",
            paramLabel = "park|drop",
            description = "What becomes of them without such a queue (park).")
    private QueueConfig.@Nullable Exhausted exhausted;

    @Option(
            names = "--expiry-backoff",
            paramLabel = "DURATION",
            description = "How long a message waits after its lease expired (0s).")
    private @Nullable Duration expiryBackoff;

    @Option(names = "--priority", description = "Messages have priorities from 0 to 9, and no keys.")
    private boolean priority;

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            description = "How long messages live that name no time (for ever).")
    private @Nullable Duration ttl;

    @Option(
            names = "--expired",
            paramLabel = "drop|deadLetter",
            description = "What becomes of those whose time is over (drop).")
    private QueueConfig.@Nullable Expired expired;

    @Option(names = "--dedup-window", paramLabel = "DURATION", description = "How long a dedup id is remembered (5m).")
    private @Nullable Duration dedupWindow;

    @Option(names = "--content-dedup", description = "Messages without a dedup id get one from their payload.")
    private boolean contentDedup;

    @Option(
            names = "--dedup-scope",
            paramLabel = "queue|key",
            description = "Among which messages a dedup id is unique (queue).")
    private QueueConfig.@Nullable DedupScope dedupScope;

    @Option(
            names = "--max-messages",
            paramLabel = "COUNT",
            description = "How many messages it holds; 0 for no limit (0).")
    private @Nullable Long maxMessages;

    @Option(
            names = "--max-bytes",
            paramLabel = "COUNT",
            description = "How many bytes of payload it holds; 0 for no limit (0).")
    private @Nullable Long maxBytes;

    @Option(
            names = "--full",
            paramLabel = "reject|dropOldest|wait",
            description = "What becomes of a message that finds it full (reject).")
    private QueueConfig.@Nullable Full full;

    @Option(names = "--full-wait", paramLabel = "DURATION", description = "How long it waits for room, if so (10s).")
    private @Nullable Duration fullWait;

    @Option(
            names = "--key-batch",
            paramLabel = "COUNT",
            description = "How many messages of one key a receive may take at once (1).")
    private @Nullable Integer keyBatch;

    @Option(names = "--park-holds-key", description = "A parked message holds back the others of its key.")
    private boolean parkHoldsKey;

    @Option(names = "--fair", description = "Keys take turns.")
    private boolean fair;

    @Option(
            names = "--age-step",
            paramLabel = "DURATION",
            description = "After how long of waiting a message counts as one priority higher (never).")
    private @Nullable Duration ageStep;

    @Option(
            names = "--max-leases",
            paramLabel = "COUNT",
            description = "How many deliveries a group can have at once; 0 for no limit (0).")
    private @Nullable Integer maxLeases;

    @Option(
            names = "--max-leases-per-consumer",
            paramLabel = "COUNT",
            description = "How many one consumer can have at once; 0 for no limit (0).")
    private @Nullable Integer maxLeasesPerConsumer;

    @Option(
            names = "--max-waiters",
            paramLabel = "COUNT",
            description = "How many receives can wait at once; 0 for no limit (100000).")
    private @Nullable Integer maxWaiters;

    @Option(
            names = "--strict-lease",
            description = "The ack of a lease that ended is refused even if nobody else got the message.")
    private boolean strictLease;

    @Option(names = "--auto-create-groups", description = "A receive makes the group that it names, at the head.")
    private boolean autoCreateGroups;

    @Option(
            names = "--group-idle-expiry",
            paramLabel = "DURATION",
            description = "After how long without consumers and leases a group goes (never).")
    private @Nullable Duration groupIdleExpiry;

    @Option(
            names = "--release-on-expire",
            description = "The leases of a consumer whose presence expired end at once, with their attempts spent.")
    private boolean releaseOnExpire;

    @Option(
            names = "--retry-backoff",
            paramLabel = "INITIAL,FACTOR,LONGEST",
            description =
                    "How long a message waits after a nack that names no delay; one duration is the same each time"
                            + " (1s,2,5m).")
    private @Nullable String retryBackoff;

    @Option(
            names = "--retention-unclaimed",
            paramLabel = "DURATION",
            description = "How long messages of a fan-out queue stay while it has no group (7d).")
    private @Nullable Duration retentionUnclaimed;

    @Option(
            names = "--retention-age",
            paramLabel = "DURATION",
            description = "Keep the messages of a fan-out queue for replay until they are so old.")
    private @Nullable Duration retentionAge;

    @Option(
            names = "--retention-bytes",
            paramLabel = "COUNT",
            description = "Keep them for replay until there are so many bytes.")
    private @Nullable Long retentionBytes;

    @Option(
            names = "--retention-messages",
            paramLabel = "COUNT",
            description = "Keep them for replay until there are so many.")
    private @Nullable Long retentionMessages;

    /** @throws IllegalArgumentException if it cannot be */
    QueueConfig config() {
        QueueConfigBuilder config = QueueConfig.builder(mode);
        set(lease, config::lease);
        set(longestLease, config::longestLease);
        set(maxAttempts, config::maxAttempts);
        set(maxReleases, config::maxReleases);
        set(deadLetter, config::deadLetter);
        set(exhausted, config::exhausted);
        set(expiryBackoff, config::expiryBackoff);
        config.priority(priority);
        set(ttl, config::ttl);
        set(expired, config::expired);
        set(dedupWindow, config::dedupWindow);
        config.contentDedup(contentDedup);
        set(dedupScope, config::dedupScope);
        set(maxMessages, config::maxMessages);
        set(maxBytes, config::maxBytes);
        set(full, config::full);
        set(fullWait, config::fullWait);
        set(keyBatch, config::keyBatch);
        config.parkHoldsKey(parkHoldsKey);
        config.fair(fair);
        set(ageStep, config::ageStep);
        set(maxLeases, config::maxLeases);
        set(maxLeasesPerConsumer, config::maxLeasesPerConsumer);
        set(maxWaiters, config::maxWaiters);
        config.strictLease(strictLease);
        config.autoCreateGroups(autoCreateGroups);
        set(groupIdleExpiry, config::groupIdleExpiry);
        config.releaseOnExpire(releaseOnExpire);
        set(backoff(), config::retryBackoff);
        set(retention(), config::retention);
        return config.build();
    }

    private @Nullable Backoff backoff() {
        if (retryBackoff == null) {
            return null;
        }
        try {
            return backoff(List.of(retryBackoff.split(",", -1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a backoff is 5s, or 1s,2,5m; not " + retryBackoff, e);
        }
    }

    private static Backoff backoff(List<String> parts) {
        return switch (parts.size()) {
            case 1 -> new Backoff(Durations.parse(parts.get(0)), 1, Durations.parse(parts.get(0)));
            case 3 ->
                new Backoff(
                        Durations.parse(parts.get(0)), Double.parseDouble(parts.get(1)), Durations.parse(parts.get(2)));
            default -> throw new IllegalArgumentException("not three parts");
        };
    }

    private @Nullable Retention retention() {
        boolean limited = retentionAge != null || retentionBytes != null || retentionMessages != null;
        if (limited && retentionUnclaimed != null) {
            throw new IllegalArgumentException("messages that are kept for replay stay, claimed or not");
        }
        if (limited) {
            return new Retention.Limits(retentionAge, retentionBytes, retentionMessages);
        }
        return retentionUnclaimed == null ? null : new Retention.Interest(retentionUnclaimed);
    }

    /** What is not said is left as it is. */
    private static <T> void set(@Nullable T value, Consumer<T> setting) {
        if (value != null) {
            setting.accept(value);
        }
    }
}
