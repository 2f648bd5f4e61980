package dev.leat.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a queue treats its messages. Durations have milliseconds; limits of 0 are none, but for {@code maxReleases}.
 *
 * @param mode whether consumers share the messages, or each group sees all of them
 * @param lease how long a delivery belongs to its consumer, unless the receive says otherwise
 * @param longestLease how long extending can keep a delivery in all
 * @param maxAttempts how often a message is delivered before it is a dead letter; 0 for no limit
 * @param maxReleases how many releases give the attempt back; with 0 none does
 * @param deadLetter where messages go that are out of attempts; without it they are parked, or dropped if so asked
 * @param exhausted what becomes of messages that are out of attempts where there is no dead-letter queue
 * @param retryBackoff how long a message waits after a nack that names no delay
 * @param expiryBackoff how long it waits after its lease expired
 * @param priority whether messages have priorities from 0 to 9, the highest first; then they have no keys
 * @param ttl how long messages live that name no time; null for ever
 * @param expired what becomes of messages whose time is over
 * @param dedupWindow how long a dedup id is remembered
 * @param contentDedup whether messages without a dedup id get one from their payload
 * @param dedupScope whether a dedup id counts for the queue or for its key
 * @param maxMessages how many messages it holds, whatever their state
 * @param maxBytes how many bytes of payload it holds
 * @param full what becomes of a message that finds it full
 * @param fullWait how long a message waits for room, if so asked
 * @param retention how long messages of a fan-out queue stay
 * @param keyBatch how many messages of one key a receive may take at once
 * @param parkHoldsKey whether a parked message holds back the others of its key
 * @param fair whether keys take turns
 * @param ageStep after how long of waiting a message counts as one priority higher; null for never
 * @param maxLeases how many deliveries a group can have at once
 * @param maxLeasesPerConsumer how many one consumer can have at once
 * @param maxWaiters how many receives can wait at once
 * @param strictLease whether the ack of a lease that ended is refused even if no other consumer got the message
 * @param autoCreateGroups whether a receive makes the group that it names, at the head
 * @param groupIdleExpiry after how long without consumers and leases a group goes; null for never
 * @param releaseOnExpire whether the leases of a consumer whose presence expired end at once, with their attempts spent
 */
public record QueueConfig(
        Mode mode,
        Duration lease,
        Duration longestLease,
        int maxAttempts,
        int maxReleases,
        @Nullable QueueName deadLetter,
        Exhausted exhausted,
        Backoff retryBackoff,
        Duration expiryBackoff,
        boolean priority,
        @Nullable Duration ttl,
        Expired expired,
        Duration dedupWindow,
        boolean contentDedup,
        DedupScope dedupScope,
        long maxMessages,
        long maxBytes,
        Full full,
        Duration fullWait,
        Retention retention,
        int keyBatch,
        boolean parkHoldsKey,
        boolean fair,
        @Nullable Duration ageStep,
        int maxLeases,
        int maxLeasesPerConsumer,
        int maxWaiters,
        boolean strictLease,
        boolean autoCreateGroups,
        @Nullable Duration groupIdleExpiry,
        boolean releaseOnExpire) {

    /** The shortest lease. */
    public static final Duration SHORTEST_LEASE = Duration.ofMillis(1);

    /** The longest lease. */
    public static final Duration LONGEST_LEASE = Duration.ofDays(7);

    /** How consumers share messages. */
    public enum Mode {
        /** One consumer of the one group. */
        WORK,
        /** One consumer of each group. */
        FANOUT
    }

    /** What becomes of a message that is out of attempts and has no dead-letter queue. */
    public enum Exhausted {
        /** It stays in its group, parked, until an operator settles, redrives or purges it. */
        PARK,
        /** It is removed. */
        DROP
    }

    /** What becomes of a message whose time to live is over. */
    public enum Expired {
        /** It is removed. */
        DROP,
        /** It moves to the dead-letter queue as a dead letter. */
        DEAD_LETTER
    }

    /** Among which messages a dedup id is unique. */
    public enum DedupScope {
        /** Among all messages of the queue. */
        QUEUE,
        /** Among the messages with the same key. */
        KEY
    }

    /** What becomes of a message that finds the queue full. */
    public enum Full {
        /** It is rejected with {@code QueueFull}. */
        REJECT,
        /** The oldest one that is ready makes room; never one that is leased. */
        DROP_OLDEST,
        /** It waits for room, as long as {@link QueueConfig#fullWait}, and is rejected then. */
        WAIT
    }

    public QueueConfig {
        lease = millis("lease", lease, SHORTEST_LEASE, LONGEST_LEASE);
        longestLease = millis("longestLease", longestLease, lease, LONGEST_LEASE);
        expiryBackoff = millis("expiryBackoff", expiryBackoff, Duration.ZERO, Duration.ofDays(365));
        dedupWindow = millis("dedupWindow", dedupWindow, Duration.ZERO, Duration.ofDays(30));
        fullWait = millis("fullWait", fullWait, Duration.ZERO, Duration.ofMinutes(10));
        ttl = ttl == null ? null : millis("ttl", ttl, Duration.ofMillis(1), Duration.ofDays(36500));
        ageStep = ageStep == null ? null : millis("ageStep", ageStep, Duration.ofMillis(1), Duration.ofDays(365));
        groupIdleExpiry = groupIdleExpiry == null
                ? null
                : millis("groupIdleExpiry", groupIdleExpiry, Duration.ofSeconds(1), Duration.ofDays(3650));
        notNegative("maxAttempts", maxAttempts);
        notNegative("maxReleases", maxReleases);
        notNegative("maxMessages", maxMessages);
        notNegative("maxBytes", maxBytes);
        notNegative("maxLeases", maxLeases);
        notNegative("maxLeasesPerConsumer", maxLeasesPerConsumer);
        notNegative("maxWaiters", maxWaiters);
        if (keyBatch < 1 || keyBatch > 1000) {
            throw new IllegalArgumentException("keyBatch is 1 to 1000, not " + keyBatch);
        }
    }

    private static Duration millis(String name, Duration given, Duration least, Duration most) {
        if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " is between " + least + " and " + most + ", not " + given);
        }
        return Duration.ofMillis(given.toMillis());
    }

    private static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " is 0 or more, not " + value);
        }
    }

    /** A work queue with the defaults. */
    public static QueueConfig work() {
        return new QueueConfigBuilder(Mode.WORK).build();
    }

    /** A fan-out queue with the defaults. */
    public static QueueConfig fanout() {
        return new QueueConfigBuilder(Mode.FANOUT).build();
    }

    /** Returns a builder that begins with the defaults of a mode. */
    public static QueueConfigBuilder builder(Mode mode) {
        return new QueueConfigBuilder(mode);
    }

    /** The same, to be changed. */
    public QueueConfigBuilder toBuilder() {
        return new QueueConfigBuilder(this);
    }
}
