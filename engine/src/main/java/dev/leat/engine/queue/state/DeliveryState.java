package dev.leat.engine.queue.state;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a message in a group that has touched it and not settled it. A message without such an entry is ready if it is not done.
 *
 * <pre>
 * from                      by                                to
 * ready                     {@link #leased}                   leased, next epoch, one attempt more
 * leased                    {@link #extended}                 leased, later end
 * leased                    {@link #again}                    ready, or scheduled until its delay ends
 * leased, ready, scheduled  {@link #parked}, {@link #moving}  parked, or moving to the dead-letter queue
 * scheduled                 {@link #again}                    ready
 * parked                    {@link #moving}                   moving: the dead-letter queue is tried again
 * any but leased            {@link #movedBy}                  moving by a redrive
 * moving                    {@link #parked}, {@link #again}   not accepted by its target
 * </pre>
 *
 * A settled message has no entry. {@link #failed}, {@link #fenced} and {@link #refunded} change the fields and keep the state.
 *
 * @param epoch the number of grants: only the delivery of the last one can settle
 * @param attempts the number of grants that were not refunded
 * @param due when the delay or the lease ends, in epoch milliseconds; of a moving message, the redrive task that moves it
 * @param leasedAt when the lease was granted or last extended
 * @param consumer the consumer that has, or last had, the lease
 * @param redelivery the cause of the next delivery; null if it is the first
 * @param deadReason the reason for which the message is parked or moving to the dead-letter queue
 * @param maxAttempts the limit that the message itself has; 0 for the limit of the queue
 * @param history the last attempts, oldest first
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

    /** States of a message in a group. */
    public enum State {
        READY,
        SCHEDULED,
        LEASED,
        PARKED,
        /** On its way to another queue, as a dead letter or by a redrive, and not there yet; for a redrive {@code due} is its task. */
        MOVING
    }

    /** Returns whether the state has a deadline. */
    boolean isTimed() {
        return state == State.LEASED || state == State.SCHEDULED;
    }

    /** Returns a copy with a lease, the next epoch and one more attempt. */
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

    /** Returns a copy whose lease ends at {@code until}. */
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

    /** Returns the length of the lease when it was granted or last extended. */
    public long lease() {
        return due - leasedAt;
    }

    /** Returns a copy whose history has this failed attempt. */
    public DeliveryState failed(long now, String outcome, @Nullable String reason, @Nullable String error) {
        return failedFor(ConsumerName.of(String.valueOf(consumer)), now, outcome, reason, error);
    }

    /** Returns a copy whose history has this failed attempt, under the name of another consumer. */
    public DeliveryState failedFor(
            ConsumerName by, long now, String outcome, @Nullable String reason, @Nullable String error) {
        List<Provenance.Attempt> longer = new ArrayList<>(history);
        longer.add(new Provenance.Attempt(attempts, by, Instant.ofEpochMilli(now), outcome, reason, error));
        return withHistory(longer.subList(Math.max(0, longer.size() - Provenance.MAX_HISTORY), longer.size()));
    }

    /** Returns a copy whose history follows a known one. */
    DeliveryState after(List<Provenance.Attempt> known) {
        List<Provenance.Attempt> longer = new ArrayList<>(known);
        longer.addAll(history);
        return withHistory(longer.subList(Math.max(0, longer.size() - Provenance.MAX_HISTORY), longer.size()));
    }

    /** Returns the part of the history that follows a known one; null if the known one is not its beginning. */
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
        return copy(state, epoch, attempts, releases, due, redelivery, deadReason, List.copyOf(other));
    }

    /** Returns a copy with the next epoch; settlements that carry the old epoch are rejected. */
    public DeliveryState fenced() {
        return copy(state, epoch + 1, attempts, releases, due, redelivery, deadReason, history);
    }

    /** Returns a copy without the attempt. It stays counted if the message was released too often. */
    public DeliveryState refunded(int maxReleases) {
        int given = releases + 1;
        int left = given > maxReleases ? attempts : attempts - 1;
        return copy(state, epoch, left, given, due, redelivery, deadReason, history);
    }

    /** Returns a copy that is ready, or scheduled if {@code readyAt} is in the future. */
    public DeliveryState again(long now, long readyAt, Delivery.@Nullable Redelivery reason) {
        boolean later = readyAt > now;
        State next = later ? State.SCHEDULED : State.READY;
        return copy(next, epoch, attempts, releases, later ? readyAt : 0, reason, null, history);
    }

    /** Returns a parked copy: out of attempts, and not accepted by a dead-letter queue. */
    public DeliveryState parked(Provenance.Reason reason) {
        return ending(State.PARKED, reason);
    }

    /** Returns a copy that is moving to the dead-letter queue. */
    public DeliveryState moving(Provenance.Reason reason) {
        return ending(State.MOVING, reason);
    }

    private DeliveryState ending(State how, Provenance.Reason reason) {
        return copy(how, epoch, attempts, releases, 0, redelivery, reason, history);
    }

    /** Returns a copy that a redrive task moves. Its other fields stay, in case the target does not accept it. */
    public DeliveryState movedBy(long task) {
        return copy(State.MOVING, epoch, attempts, releases, task, redelivery, deadReason, history);
    }

    /** Returns a copy whose times of delivery, consumer and own limit are the same. */
    private DeliveryState copy(
            State newState,
            int newEpoch,
            int newAttempts,
            int newReleases,
            long newDue,
            Delivery.@Nullable Redelivery newRedelivery,
            Provenance.@Nullable Reason newDeadReason,
            List<Provenance.Attempt> newHistory) {
        return new DeliveryState(
                newState,
                newEpoch,
                newAttempts,
                newReleases,
                newDue,
                leasedAt,
                firstDelivered,
                lastDelivered,
                consumer,
                newRedelivery,
                newDeadReason,
                maxAttempts,
                newHistory);
    }

    /** Returns the redrive task that moves the message; 0 for none. */
    public long task() {
        return state == State.MOVING ? due : 0;
    }

    /** Returns a copy with the delivery history that the message had in another queue. */
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

    /** Returns the most attempts of the message; 0 for no limit. */
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
