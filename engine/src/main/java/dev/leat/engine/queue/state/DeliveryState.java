package dev.leat.engine.queue.state;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery;
import dev.leat.api.Provenance;
import dev.leat.api.QueueConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a group knows of a message that it has touched and not settled. A message without an entry is ready if it is not done.
 *
 * @param epoch counts the grants: only the delivery of the last one can settle
 * @param attempts the grants that were not given back
 * @param due when a scheduled one becomes ready, or a lease ends, in epoch milliseconds; of one that moves, the redrive that moves it
 * @param leasedAt when the lease was granted or last extended
 * @param consumer who has, or last had, the lease
 * @param redelivery why the next delivery is not the first; null if it is
 * @param deadReason why it is on its way to the dead letters, while it is
 * @param maxAttempts what the message says itself about how often it is delivered; 0 for what the queue says
 * @param history what became of the last attempts, the oldest first
 */
public record DeliveryState(
        State state,
        int epoch,
        int attempts,
        int releases,
        long due,
        long leasedAt,
        long firstDelivered,
        long lastDelivered,
        @Nullable String consumer,
        Delivery.@Nullable Redelivery redelivery,
        Provenance.@Nullable Reason deadReason,
        int maxAttempts,
        List<Provenance.Attempt> history) {

    private static final long ATTEMPT_BYTES = 160;

    /** How it stands. */
    public enum State {
        READY,
        SCHEDULED,
        LEASED,
        PARKED,
        /** A dead letter that has not arrived at the dead-letter queue yet. */
        MOVING
    }

    /** Whether its time comes by itself. */
    boolean isTimed() {
        return state == State.LEASED || state == State.SCHEDULED;
    }

    /** Somebody has it until then. */
    public DeliveryState leased(String by, long now, long until, Delivery.@Nullable Redelivery reason) {
        long first = firstDelivered == 0 ? now : firstDelivered;
        return new DeliveryState(
                State.LEASED,
                epoch + 1,
                attempts + 1,
                releases,
                until,
                now,
                first,
                now,
                by,
                reason,
                null,
                maxAttempts,
                history);
    }

    /** The lease goes on until then. */
    public DeliveryState extended(long now, long until) {
        return new DeliveryState(
                State.LEASED,
                epoch,
                attempts,
                releases,
                until,
                now,
                firstDelivered,
                lastDelivered,
                consumer,
                redelivery,
                null,
                maxAttempts,
                history);
    }

    /** How long the lease was granted, or last extended, for. */
    public long lease() {
        return due - leasedAt;
    }

    /** The attempt counts, and came to nothing. */
    public DeliveryState failed(long now, String outcome, @Nullable String reason, @Nullable String error) {
        return failedFor(ConsumerName.of(String.valueOf(consumer)), now, outcome, reason, error);
    }

    /** The same, told of another consumer than the one that has, or last had, the lease. */
    public DeliveryState failedFor(
            ConsumerName by, long now, String outcome, @Nullable String reason, @Nullable String error) {
        List<Provenance.Attempt> longer = new ArrayList<>(history);
        longer.add(new Provenance.Attempt(attempts, by, Instant.ofEpochMilli(now), outcome, reason, error));
        return withHistory(longer.subList(Math.max(0, longer.size() - Provenance.MAX_HISTORY), longer.size()));
    }

    /** The same, after a history that was known before. */
    DeliveryState after(List<Provenance.Attempt> known) {
        List<Provenance.Attempt> longer = new ArrayList<>(known);
        longer.addAll(history);
        return withHistory(longer.subList(Math.max(0, longer.size() - Provenance.MAX_HISTORY), longer.size()));
    }

    /** What its history has in addition to one that was known before; null if it is another one. */
    @SuppressWarnings("ReferenceEquality") // attempts are handed on as they are, and comparing long errors takes time
    @Nullable
    public List<Provenance.Attempt> addedTo(List<Provenance.Attempt> known) {
        if (history == known) {
            return List.of();
        }
        int old = history.size() - 1;
        if (old < 0 || known.size() != (old + 1 < Provenance.MAX_HISTORY ? old : known.size()) || known.size() < old) {
            return null;
        }
        for (int i = 0; i < old; i++) {
            if (history.get(i) != known.get(known.size() - old + i)) {
                return null;
            }
        }
        return history.subList(old, old + 1);
    }

    public DeliveryState withHistory(List<Provenance.Attempt> other) {
        return new DeliveryState(
                state,
                epoch,
                attempts,
                releases,
                due,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                redelivery,
                deadReason,
                maxAttempts,
                List.copyOf(other));
    }

    /** Whoever had it cannot settle it any more. */
    public DeliveryState fenced() {
        return new DeliveryState(
                state,
                epoch + 1,
                attempts,
                releases,
                due,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                redelivery,
                deadReason,
                maxAttempts,
                history);
    }

    /** It was not worked on: the attempt does not count, unless it was given back too often. */
    public DeliveryState refunded(int maxReleases) {
        int given = releases + 1;
        return new DeliveryState(
                state,
                epoch,
                given > maxReleases ? attempts : attempts - 1,
                given,
                due,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                redelivery,
                deadReason,
                maxAttempts,
                history);
    }

    /** It can be delivered again: from that moment, or at once if it is not in the future. */
    public DeliveryState again(long now, long readyAt, Delivery.@Nullable Redelivery reason) {
        return new DeliveryState(
                readyAt > now ? State.SCHEDULED : State.READY,
                epoch,
                attempts,
                releases,
                readyAt > now ? readyAt : 0,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                reason,
                null,
                maxAttempts,
                history);
    }

    /** It is out of attempts, and has nowhere to go, or waits until it has. */
    public DeliveryState parked(Provenance.Reason reason) {
        return ending(State.PARKED, reason);
    }

    /** It is on its way to the dead letters. */
    public DeliveryState moving(Provenance.Reason reason) {
        return ending(State.MOVING, reason);
    }

    private DeliveryState ending(State how, Provenance.Reason reason) {
        return new DeliveryState(
                how,
                epoch,
                attempts,
                releases,
                0,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                redelivery,
                reason,
                maxAttempts,
                history);
    }

    /** A redrive is about to take it elsewhere. What is known of it stays, in case it cannot. */
    public DeliveryState movedBy(long task) {
        return new DeliveryState(
                State.MOVING,
                epoch,
                attempts,
                releases,
                task,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                redelivery,
                deadReason,
                maxAttempts,
                history);
    }

    /** The redrive that takes it elsewhere; 0 if none does. */
    public long task() {
        return state == State.MOVING ? due : 0;
    }

    /** It comes back to a queue, and went through this there. */
    public DeliveryState after(TransferredMessage.DeliveryHistory past) {
        return new DeliveryState(
                state,
                epoch,
                attempts,
                releases,
                due,
                leasedAt,
                past.firstDelivered(),
                past.lastDelivered(),
                consumer,
                redelivery,
                deadReason,
                maxAttempts,
                past.history());
    }

    /** How often the message is delivered at most; 0 for no limit. */
    public int budget(QueueConfig config) {
        return maxAttempts > 0 ? maxAttempts : config.maxAttempts();
    }

    /** Returns about how many bytes of memory the history takes. */
    long historyBytes() {
        long bytes = 0;
        for (int i = 0; i < history.size(); i++) {
            Provenance.Attempt attempt = history.get(i);
            bytes += ATTEMPT_BYTES + Character.BYTES * (length(attempt.reason()) + length(attempt.error()));
        }
        return bytes;
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /**
     * Returns the state of a message that was never delivered.
     *
     * @param epoch the lowest epoch that a delivery may have been granted with
     */
    public static DeliveryState untouched(int epoch, QueuedMessage message) {
        return new DeliveryState(
                State.READY,
                epoch,
                0,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                null,
                message.provenance() == null ? message.maxAttempts() : 0,
                List.of());
    }
}
