package dev.leat.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Puts a configuration together; what is not said has its default. */
public final class QueueConfigBuilder {
    private final QueueConfig.Mode mode;
    private Duration lease = Duration.ofSeconds(30);
    private Duration longestLease = Duration.ofHours(12);
    private int maxAttempts = 5;
    private int maxReleases = 100;
    private @Nullable QueueName deadLetter;
    private QueueConfig.Exhausted exhausted = QueueConfig.Exhausted.PARK;
    private Backoff retryBackoff = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5));
    private Duration expiryBackoff = Duration.ZERO;
    private boolean priority;
    private @Nullable Duration ttl;
    private QueueConfig.Expired expired = QueueConfig.Expired.DROP;
    private Duration dedupWindow = Duration.ofMinutes(5);
    private boolean contentDedup;
    private QueueConfig.DedupScope dedupScope = QueueConfig.DedupScope.QUEUE;
    private long maxMessages;
    private long maxBytes;
    private QueueConfig.Full full = QueueConfig.Full.REJECT;
    private Duration fullWait = Duration.ofSeconds(10);
    private Retention retention = Retention.INTEREST;
    private int keyBatch = 1;
    private boolean parkHoldsKey;
    private boolean fair;
    private @Nullable Duration ageStep;
    private int maxLeases;
    private int maxLeasesPerConsumer;
    private int maxWaiters = 100_000;
    private boolean strictLease;
    private boolean autoCreateGroups;
    private @Nullable Duration groupIdleExpiry;
    private boolean releaseOnExpire;

    QueueConfigBuilder(QueueConfig.Mode mode) {
        this.mode = mode;
    }

    QueueConfigBuilder(QueueConfig from) {
        this.mode = from.mode();
        this.lease = from.lease();
        this.longestLease = from.longestLease();
        this.maxAttempts = from.maxAttempts();
        this.maxReleases = from.maxReleases();
        this.deadLetter = from.deadLetter();
        this.exhausted = from.exhausted();
        this.retryBackoff = from.retryBackoff();
        this.expiryBackoff = from.expiryBackoff();
        this.priority = from.priority();
        this.ttl = from.ttl();
        this.expired = from.expired();
        this.dedupWindow = from.dedupWindow();
        this.contentDedup = from.contentDedup();
        this.dedupScope = from.dedupScope();
        this.maxMessages = from.maxMessages();
        this.maxBytes = from.maxBytes();
        this.full = from.full();
        this.fullWait = from.fullWait();
        this.retention = from.retention();
        this.keyBatch = from.keyBatch();
        this.parkHoldsKey = from.parkHoldsKey();
        this.fair = from.fair();
        this.ageStep = from.ageStep();
        this.maxLeases = from.maxLeases();
        this.maxLeasesPerConsumer = from.maxLeasesPerConsumer();
        this.maxWaiters = from.maxWaiters();
        this.strictLease = from.strictLease();
        this.autoCreateGroups = from.autoCreateGroups();
        this.groupIdleExpiry = from.groupIdleExpiry();
        this.releaseOnExpire = from.releaseOnExpire();
    }

    /** Sets how long a delivery belongs to its consumer. */
    public QueueConfigBuilder lease(Duration value) {
        this.lease = value;
        return this;
    }

    /** Sets how long extending can keep a delivery in all. */
    public QueueConfigBuilder longestLease(Duration value) {
        this.longestLease = value;
        return this;
    }

    /** How often a message is delivered before it is a dead letter; 0 for no limit. */
    public QueueConfigBuilder maxAttempts(int value) {
        this.maxAttempts = value;
        return this;
    }

    /** Sets how many releases give the attempt back; 0 for none. */
    public QueueConfigBuilder maxReleases(int value) {
        this.maxReleases = value;
        return this;
    }

    /** Sets the queue for messages that are out of attempts; null for none. */
    public QueueConfigBuilder deadLetter(@Nullable QueueName value) {
        this.deadLetter = value;
        return this;
    }

    /** Sets what happens to messages out of attempts where there is no dead-letter queue. */
    public QueueConfigBuilder exhausted(QueueConfig.Exhausted value) {
        this.exhausted = value;
        return this;
    }

    /** Sets how long a message waits after a nack without a delay. */
    public QueueConfigBuilder retryBackoff(Backoff value) {
        this.retryBackoff = value;
        return this;
    }

    /** Sets how long a message waits after its lease expired. */
    public QueueConfigBuilder expiryBackoff(Duration value) {
        this.expiryBackoff = value;
        return this;
    }

    /** Sets whether messages have priorities, which excludes keys. */
    public QueueConfigBuilder priority(boolean value) {
        this.priority = value;
        return this;
    }

    /** Sets how long messages live that name no time; null for ever. */
    public QueueConfigBuilder ttl(@Nullable Duration value) {
        this.ttl = value;
        return this;
    }

    /** Sets what happens to messages whose time to live is over. */
    public QueueConfigBuilder expired(QueueConfig.Expired value) {
        this.expired = value;
        return this;
    }

    /** Sets how long a dedup id is remembered. */
    public QueueConfigBuilder dedupWindow(Duration value) {
        this.dedupWindow = value;
        return this;
    }

    /** Sets whether messages without a dedup id get one from their payload. */
    public QueueConfigBuilder contentDedup(boolean value) {
        this.contentDedup = value;
        return this;
    }

    /** Sets whether a dedup id is unique in the queue or in its key. */
    public QueueConfigBuilder dedupScope(QueueConfig.DedupScope value) {
        this.dedupScope = value;
        return this;
    }

    /** Sets how many messages the queue holds; 0 for no limit. */
    public QueueConfigBuilder maxMessages(long value) {
        this.maxMessages = value;
        return this;
    }

    /** Sets how many bytes of payload the queue holds; 0 for no limit. */
    public QueueConfigBuilder maxBytes(long value) {
        this.maxBytes = value;
        return this;
    }

    /** Sets what happens to a message that finds the queue full. */
    public QueueConfigBuilder full(QueueConfig.Full value) {
        this.full = value;
        return this;
    }

    /** Sets how long a message waits for room. */
    public QueueConfigBuilder fullWait(Duration value) {
        this.fullWait = value;
        return this;
    }

    /** Sets how long messages of a fan-out queue stay. */
    public QueueConfigBuilder retention(Retention value) {
        this.retention = value;
        return this;
    }

    /** Sets how many messages of one key a receive may take at once. */
    public QueueConfigBuilder keyBatch(int value) {
        this.keyBatch = value;
        return this;
    }

    /** Sets whether a parked message holds back the others of its key. */
    public QueueConfigBuilder parkHoldsKey(boolean value) {
        this.parkHoldsKey = value;
        return this;
    }

    /** Sets whether keys take turns. */
    public QueueConfigBuilder fair(boolean value) {
        this.fair = value;
        return this;
    }

    /** Sets after how long a waiting message counts as one priority higher; null for never. */
    public QueueConfigBuilder ageStep(@Nullable Duration value) {
        this.ageStep = value;
        return this;
    }

    /** Sets how many deliveries a group can have at once; 0 for no limit. */
    public QueueConfigBuilder maxLeases(int value) {
        this.maxLeases = value;
        return this;
    }

    /** Sets how many deliveries a consumer can have at once; 0 for no limit. */
    public QueueConfigBuilder maxLeasesPerConsumer(int value) {
        this.maxLeasesPerConsumer = value;
        return this;
    }

    /** Sets how many receives can wait at once; 0 for no limit. */
    public QueueConfigBuilder maxWaiters(int value) {
        this.maxWaiters = value;
        return this;
    }

    /** Sets whether a late ack is refused even if no other consumer received the message. */
    public QueueConfigBuilder strictLease(boolean value) {
        this.strictLease = value;
        return this;
    }

    /** Sets whether a receive creates the group that it names, at the head. */
    public QueueConfigBuilder autoCreateGroups(boolean value) {
        this.autoCreateGroups = value;
        return this;
    }

    /** Sets after how long without consumers and leases a group is removed; null for never. */
    public QueueConfigBuilder groupIdleExpiry(@Nullable Duration value) {
        this.groupIdleExpiry = value;
        return this;
    }

    /** Sets whether the leases of a consumer end with its presence, with their attempts spent. */
    public QueueConfigBuilder releaseOnExpire(boolean value) {
        this.releaseOnExpire = value;
        return this;
    }

    /**
     * Returns the configuration.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public QueueConfig build() {
        return new QueueConfig(
                mode,
                lease,
                longestLease,
                maxAttempts,
                maxReleases,
                deadLetter,
                exhausted,
                retryBackoff,
                expiryBackoff,
                priority,
                ttl,
                expired,
                dedupWindow,
                contentDedup,
                dedupScope,
                maxMessages,
                maxBytes,
                full,
                fullWait,
                retention,
                keyBatch,
                parkHoldsKey,
                fair,
                ageStep,
                maxLeases,
                maxLeasesPerConsumer,
                maxWaiters,
                strictLease,
                autoCreateGroups,
                groupIdleExpiry,
                releaseOnExpire);
    }
}
