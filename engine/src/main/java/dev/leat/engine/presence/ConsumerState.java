package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.Presence.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of a group, or one instance of it. How lively it is follows from one comparison of whole milliseconds, which
 * {@link #state}, {@link #due} and forgetting share; {@link #published} is what has been made of it.
 */
final class ConsumerState {

    /** How long a consumer that expired or left is kept. */
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

    /** As what it is counted; null while it is not. */
    @Nullable
    State counted;

    /** The last sign of life that the journal has. */
    long noted;

    /** Until then nothing is made of its silence: the server was not there to hear it. */
    long recoveringUntil;

    /** How many leases it said it has. Not on disk: the next heartbeat says it anew. */
    @Nullable
    Integer reportedLeases;

    /** How many receives of it wait. */
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

    /** Takes what a row says, except for a sign of life that is older. */
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

    /** It was not seen later than then, whatever the clock said. */
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

    /** How long ago it gave a sign of life; a receive that waits is one. */
    private long age(long now) {
        return parked > 0 ? 0 : Math.max(0, now - lastSeen);
    }

    /** Whether it has neither expired nor left. */
    boolean isPresent(long now) {
        State state = state(now);
        return state == State.ACTIVE || state == State.STALE;
    }

    /** Whether it can be forgotten. */
    boolean isOver(long now) {
        return switch (state(now)) {
            case ACTIVE, STALE -> false;
            case EXPIRED -> now - lastSeen > 2 * ttl + KEEP;
            case LEFT -> now - publishedAt > KEEP;
        };
    }

    /** When to look at it next. */
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

    /** @param leases how many deliveries it has */
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
