package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.Presence.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of a group, or one instance of it. Its state follows from one comparison of whole milliseconds, which {@link #state},
 * {@link #due} and {@link #isOver} share; {@link #published} is the state that was published last.
 */
final class ConsumerState {

    /** The milliseconds that an expired consumer, or one that left, is kept. */
    static final long KEEP = Duration.ofMinutes(10).toMillis();

    final long number;
    final GroupId place;
    final ConsumerName consumer;
    final String instance;
    long registeredAt;
    long lastSeen;
    long ttl;
    Map<String, String> labels;
    State published;
    long publishedAt;
    PresenceRow.Counters counters;

    /** The state under which the consumer is counted; null while it is not counted. */
    @Nullable
    State counted;

    /** The time of the last sign of life that is in the journal. */
    long noted;

    /** The time until which silence has no effect: no sign of life could arrive while the engine was down. */
    long recoveringUntil;

    /** The number of leases in the last heartbeat. Not on disk: each heartbeat has it. */
    @Nullable
    Integer reportedLeases;

    /** The number of its receives that wait. */
    int parked;

    long timer = Long.MAX_VALUE;
    boolean gone;
    boolean dirty;
    boolean stored;

    ConsumerState(PresenceRow row) {
        this.number = row.number();
        this.place = row.place();
        this.consumer = row.consumer();
        this.instance = row.instance();
        this.registeredAt = row.registeredAt();
        this.lastSeen = row.lastSeen();
        this.ttl = row.ttl();
        this.labels = row.labels();
        this.published = row.published();
        this.publishedAt = row.publishedAt();
        this.counters = row.counters();
        this.noted = lastSeen;
    }

    PresenceRow row() {
        return new PresenceRow(
                number,
                place,
                consumer,
                instance,
                registeredAt,
                lastSeen,
                ttl,
                labels,
                published,
                publishedAt,
                counters);
    }

    /** Takes the values of a row, except for an older sign of life. */
    void take(PresenceRow row) {
        registeredAt = row.registeredAt();
        ttl = row.ttl();
        labels = row.labels();
        published = row.published();
        publishedAt = row.publishedAt();
        seen(row.lastSeen());
        noted = Math.max(noted, row.lastSeen());
        counters = row.counters();
    }

    void seen(long time) {
        lastSeen = Math.max(lastSeen, time);
    }

    /** Limits all times to {@code time}: the clock may have been ahead before a restart. */
    void seenBy(long time) {
        lastSeen = Math.min(lastSeen, time);
        noted = Math.min(noted, time);
        publishedAt = Math.min(publishedAt, time);
    }

    boolean isRecovering(long now) {
        return now < recoveringUntil;
    }

    State state(long now) {
        if (published == State.LEFT || isRecovering(now)) {
            return published;
        }
        long age = age(now);
        return age <= ttl ? State.ACTIVE : age <= 2 * ttl ? State.STALE : State.EXPIRED;
    }

    /** Returns the milliseconds since the last sign of life; 0 while a receive waits. */
    private long age(long now) {
        return parked > 0 ? 0 : Math.max(0, now - lastSeen);
    }

    /** Returns whether the consumer has neither expired nor left. */
    boolean isPresent(long now) {
        State state = state(now);
        return state == State.ACTIVE || state == State.STALE;
    }

    /** Returns whether the consumer can be forgotten. */
    boolean isOver(long now) {
        return switch (state(now)) {
            case ACTIVE, STALE -> false;
            case EXPIRED -> now - lastSeen > 2 * ttl + KEEP;
            case LEFT -> now - publishedAt > KEEP;
        };
    }

    /** Returns when the state may change next. */
    long due() {
        if (parked > 0 && published != State.LEFT) {
            return lastSeen + ttl / 3;
        }
        long change = switch (published) {
            case ACTIVE -> lastSeen + ttl + 1;
            case STALE -> lastSeen + 2 * ttl + 1;
            case EXPIRED -> lastSeen + 2 * ttl + KEEP + 1;
            case LEFT -> publishedAt + KEEP + 1;
        };
        return Math.max(change, recoveringUntil);
    }

    /** @param leases the number of its leases */
    Presence presence(int leases, long now) {
        return new Presence(
                place.queueName(),
                place.groupName(),
                consumer,
                instance,
                state(now),
                Instant.ofEpochMilli(registeredAt),
                Instant.ofEpochMilli(lastSeen),
                Duration.ofMillis(age(now)),
                Duration.ofMillis(ttl),
                labels,
                leases,
                reportedLeases,
                moment(counters.lastReceive()),
                moment(counters.lastSettle()),
                counters.received(),
                counters.settled(),
                isRecovering(now));
    }

    private static @Nullable Instant moment(long time) {
        return time == 0 ? null : Instant.ofEpochMilli(time);
    }
}
