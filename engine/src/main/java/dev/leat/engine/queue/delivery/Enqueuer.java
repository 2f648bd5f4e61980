package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome.Enqueued;
import dev.leat.api.spi.Reply;
import dev.leat.engine.figures.QueueMeter;
import dev.leat.engine.queue.state.DecodedMessageId;
import dev.leat.engine.queue.state.DedupWindow;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.queue.state.TransferredMessage;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Enqueueing: validation, deduplication, size limits, and the enqueues that wait for room. */
public final class Enqueuer {
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How often expired dedup ids are removed. */
    private static final long DEDUP_MILLIS = 1_000;

    private final QueueShardContext shard;
    private final QueueSizeLimits limits;
    private final WakeList wakes;
    private final QueueMetadataSize metadataSize;
    private final Usage usage;
    private final QueueMeter meter;

    public Enqueuer(
            QueueShardContext shard,
            QueueSizeLimits limits,
            WakeList wakes,
            QueueMetadataSize metadataSize,
            Usage usage,
            QueueMeter meter) {
        this.shard = shard;
        this.limits = limits;
        this.wakes = wakes;
        this.metadataSize = metadataSize;
        this.usage = usage;
        this.meter = meter;
    }

    /**
     * Result of comparing messages with a queue.
     *
     * @param flaw why they cannot all be enqueued; null if they can
     * @param fresh the number of messages that are no duplicates
     * @param bytes the payload bytes of those
     */
    public record Fit(@Nullable Rejection flaw, int fresh, long bytes) {
        private static final Fit NOTHING = new Fit(null, 0, 0);

        private static Fit flawed(Rejection flaw) {
            return new Fit(flaw, 0, 0);
        }
    }

    /** Returns whether the queue accepts all messages now. Changes nothing, and ignores limits beyond the queue's. */
    public Fit fit(Queue queue, List<NewMessage> messages, Changes changes) {
        return fit(queue, messages, 0, 0, changes);
    }

    /**
     * Returns whether the queue accepts all messages after others have ended.
     *
     * @param gone the number of those others
     */
    public Fit fit(Queue queue, List<NewMessage> messages, long gone, long goneBytes, Changes changes) {
        Set<String> seen = new HashSet<>();
        int count = 0;
        long bytes = 0;
        for (NewMessage message : messages) {
            Rejection flaw = flaw(queue, message);
            if (flaw != null) {
                return Fit.flawed(flaw);
            }
            if (isNew(queue, message, seen, changes)) {
                if (QueueSizeLimits.isSpent(queue, message.priority())) {
                    return Fit.flawed(spent(queue));
                }
                count++;
                bytes += message.payload().length;
            }
        }
        if (count == 0) {
            return Fit.NOTHING;
        }
        if (!QueueSizeLimits.couldFit(queue, count, bytes)) {
            return Fit.flawed(tooLarge(queue, count, bytes));
        }
        return new Fit(hasRoom(queue, count - gone, bytes - goneBytes) ? null : full(queue), count, bytes);
    }

    /**
     * Reserves bytes for messages in the limits of the engine. Returns why that is impossible, or null; {@link #take} uses them, or they
     * have to be given back.
     */
    @Nullable
    public Rejection reserve(Fit fit) {
        if (fit.flaw != null) {
            return fit.flaw;
        }
        if (fit.fresh == 0) {
            return null;
        }
        Rejection full = metadataSize.flaw();
        return full != null ? full : usage.reserve(fit.bytes);
    }

    private static Rejection spent(Queue queue) {
        return new Rejection.BadArgument("the queue " + queue.name
                + " has given out all the ids that it can; its messages stay, and new ones need another queue");
    }

    /** Returns the rejection for messages that do not fit into the empty queue: a retry would not help. */
    private static Rejection tooLarge(Queue queue, long count, long bytes) {
        QueueConfig config = queue.config;
        return config.maxBytes() > 0 && bytes > config.maxBytes()
                ? new Rejection.PayloadTooLarge(bytes, config.maxBytes())
                : new Rejection.BadArgument("the queue " + queue.name + " holds at most " + config.maxMessages()
                        + " messages, so " + count + " are too many at once");
    }

    /**
     * Returns whether an enqueue has to wait: its messages have no room yet, or others wait already. An enqueue that is refused as a
     * whole does not wait, nor do duplicates and messages that never fit.
     *
     * @param fit of the messages
     */
    public boolean hasToWait(Queue queue, QueueCommand.Enqueue command, Fit fit, Changes changes) {
        boolean others = !queue.enqueueWaiters.isEmpty();
        return (others || fit.flaw != null) && lacksRoom(queue, command, fit, others, changes);
    }

    /** @param behind whether the enqueue waits for others, too, if it is one that waits at all */
    private boolean lacksRoom(Queue queue, QueueCommand.Enqueue command, Fit fit, boolean behind, Changes changes) {
        if (!command.partial() && fit.flaw != null && !(fit.flaw instanceof Rejection.QueueFull)) {
            return false;
        }
        List<NewMessage> messages =
                fresh(queue, command.partial() ? acceptable(queue, command.messages()) : command.messages(), changes);
        long bytes = bytes(messages);
        boolean couldFit = QueueSizeLimits.couldFit(queue, messages.size(), bytes);
        return !messages.isEmpty()
                && switch (queue.config.full()) {
                    case REJECT -> false;
                    case WAIT -> couldFit && (behind || !QueueSizeLimits.fits(queue, messages.size(), bytes));
                    // one by one they may drop all others and then each other
                    case DROP_OLDEST ->
                        (couldFit || command.partial())
                                && (behind
                                        || limits.drops(queue, messages.size(), bytes)
                                                        .room()
                                                == QueueSizeLimits.Room.UNKNOWN);
                };
    }

    /** Returns the messages that the queue accepts, at least while it is empty. */
    private static List<NewMessage> acceptable(Queue queue, List<NewMessage> messages) {
        return messages.stream()
                .filter(each -> flaw(queue, each) == null && QueueSizeLimits.couldFit(queue, 1, each.payload().length))
                .toList();
    }

    /** Returns the messages that are no duplicates. */
    private static List<NewMessage> fresh(Queue queue, List<NewMessage> messages, Changes changes) {
        Set<String> seen = new HashSet<>();
        return messages.stream()
                .filter(message -> isNew(queue, message, seen, changes))
                .toList();
    }

    private static long bytes(List<NewMessage> messages) {
        return messages.stream().mapToLong(message -> message.payload().length).sum();
    }

    private static @Nullable Rejection flaw(Queue queue, NewMessage message) {
        if (message.key() != null && queue.config.priority()) {
            return new Rejection.BadArgument("a queue with priorities has no keys: " + queue.name);
        }
        if (message.priority() != NewMessage.DEFAULT_PRIORITY && !queue.config.priority()) {
            return new Rejection.BadArgument(
                    "the queue " + queue.name + " has no priorities: its messages have priority "
                            + NewMessage.DEFAULT_PRIORITY + ", not " + message.priority());
        }
        if (message.key() != null && (message.delay() != null || message.notBefore() != null)) {
            return new Rejection.BadArgument(
                    "a message with a key is delivered in the order of its key and cannot have a delay");
        }
        for (GroupName group : message.groups()) {
            if (queue.group(group) == null) {
                return new Rejection.GroupNotFound(queue.name, group);
            }
        }
        long largest = QueueSizeLimits.largest(queue);
        return message.payload().length > largest
                ? new Rejection.PayloadTooLarge(message.payload().length, largest)
                : null;
    }

    private static boolean isNew(Queue queue, NewMessage message, Set<String> seen, Changes changes) {
        String dedup = DedupWindow.DedupKey.of(message, queue.config);
        return dedup == null || (queue.dedup.find(dedup, changes.time()) == null && seen.add(dedup));
    }

    private boolean hasRoom(Queue queue, long count, long bytes) {
        return QueueSizeLimits.fits(queue, count, bytes)
                || (queue.config.full() == QueueConfig.Full.DROP_OLDEST
                        && QueueSizeLimits.couldFit(queue, count, bytes)
                        && limits.drops(queue, count, bytes).room() == QueueSizeLimits.Room.ENOUGH);
    }

    public static Rejection.QueueFull full(Queue queue) {
        return new Rejection.QueueFull(queue.name, RETRY);
    }

    /** Enqueues messages for which {@link #reserve} took bytes. */
    public List<EnqueueEachResult> take(Queue queue, List<NewMessage> messages, Changes changes) {
        List<EnqueueEachResult> results = new ArrayList<>(messages.size());
        queue.dedup.forget(changes.time());
        makeRoom(queue, messages, changes);
        for (NewMessage message : messages) {
            results.add(take(queue, message, changes));
        }
        return results;
    }

    /** Enqueues each valid message on its own. */
    public List<EnqueueEachResult> takeEach(Queue queue, List<NewMessage> messages, Changes changes) {
        List<EnqueueEachResult> results = new ArrayList<>(messages.size());
        for (NewMessage message : messages) {
            Rejection flaw = reserve(fit(queue, List.of(message), changes));
            results.add(
                    flaw != null
                            ? new EnqueueRefusal(flaw)
                            : take(queue, List.of(message), changes).get(0));
        }
        return results;
    }

    private void makeRoom(Queue queue, List<NewMessage> messages, Changes changes) {
        if (queue.config.full() != QueueConfig.Full.DROP_OLDEST) {
            return;
        }
        List<NewMessage> fresh = fresh(queue, messages, changes);
        QueueSizeLimits.Drops drops = limits.drops(queue, fresh.size(), bytes(fresh));
        if (drops.room() == QueueSizeLimits.Room.ENOUGH) {
            drops.oldest().forEach(at -> shard.remove(queue, at, RemovalReason.DROPPED, changes));
        }
    }

    private EnqueueResult take(Queue queue, NewMessage given, Changes changes) {
        String dedup = DedupWindow.DedupKey.of(given, queue.config);
        DedupWindow.First first = dedup == null ? null : queue.dedup.find(dedup, changes.time());
        if (first != null) {
            queue.duplicates++;
            meter.repeated();
            return new EnqueueResult(first.id().encoded(), first.seq(), true);
        }
        QueuedMessage message = message(queue, given, changes.time());
        long until =
                dedup == null ? 0 : changes.time() + queue.config.dedupWindow().toMillis();
        shard.change(new QueueChange.Enqueued(queue.number, message, dedup, until), changes);
        if (dedup != null) {
            watchDedup(queue, changes.time());
        }
        return new EnqueueResult(message.id().encoded(), message.seq(), false);
    }

    /** Sets a timer that removes expired dedup ids, also of a queue that receives nothing more. */
    public void watchDedup(Queue queue, long now) {
        if (!queue.dedupWatched && queue.dedup.size() > 0) {
            queue.dedupWatched = true;
            shard.timers().at(Math.max(queue.dedup.firstUntil(), now + DEDUP_MILLIS), changes -> {
                queue.dedupWatched = false;
                queue.dedup.forget(changes.time());
                if (!queue.deleted) {
                    metadataSize.changed(queue);
                    watchDedup(queue, changes.time());
                }
            });
        }
    }

    private static QueuedMessage message(Queue queue, NewMessage given, long now) {
        long at = queue.next[QueueSizeLimits.lane(queue, given.priority())];
        Integer attempts = given.maxAttempts();
        Duration ttl = given.ttl();
        return new QueuedMessage(
                at,
                queue.nextSeq,
                new DecodedMessageId(now, queue.number, at),
                now,
                given.payload().clone(),
                given.contentType(),
                given.key(),
                notBefore(given, now),
                expiry(queue, ttl, now),
                ttl == null ? 0 : later(0, ttl),
                attempts == null ? 0 : attempts,
                queue.isWork() ? Set.of() : given.groups(),
                given.headers(),
                null,
                null);
    }

    private static long notBefore(NewMessage given, long now) {
        Duration delay = given.delay();
        Instant moment = given.notBefore();
        long at = delay != null ? later(now, delay) : moment != null ? millis(moment) : 0;
        return at > now ? at : 0;
    }

    /** Returns the epoch milliseconds, limited to a time that the clock never reaches. */
    private static long millis(Instant moment) {
        return moment.getEpochSecond() > Long.MAX_VALUE / 4000 ? Long.MAX_VALUE / 4 : moment.toEpochMilli();
    }

    public static long later(long now, Duration by) {
        return by.toSeconds() > Long.MAX_VALUE / 4000 ? Long.MAX_VALUE / 4 : now + by.toMillis();
    }

    private static long expiry(Queue queue, @Nullable Duration own, long now) {
        Duration ttl = own != null ? own : queue.config.ttl();
        return ttl == null ? Long.MAX_VALUE : later(now, ttl);
    }

    /**
     * Enqueues a message from another queue, without deduplication. Bytes were reserved. A dead letter lives as long as its queue says:
     * its own time to live counts again when it is redriven.
     */
    public QueuedMessage arrive(Queue queue, TransferredMessage arrival, Changes changes) {
        long at = queue.next[QueueSizeLimits.lane(queue, arrival.priority())];
        boolean counts = arrival.ttl() > 0 && arrival.provenance() == null;
        QueuedMessage message = new QueuedMessage(
                at,
                queue.nextSeq,
                arrival.id(),
                changes.time(),
                arrival.payload(),
                arrival.contentType(),
                arrival.orderKey(),
                0,
                expiry(queue, counts ? Duration.ofMillis(arrival.ttl()) : null, changes.time()),
                arrival.ttl(),
                arrival.maxAttempts(),
                arrival.target() == null || queue.isWork() ? Set.of() : Set.of(arrival.target()),
                arrival.headers(),
                arrival.provenance(),
                arrival.origin());
        shard.change(new QueueChange.Enqueued(queue.number, message, null, 0), changes);
        return message;
    }

    /** Serves the enqueues that wait for room, in order. */
    void admit(Queue queue, Changes changes) {
        Iterator<Waiter.EnqueueWaiter> inOrder = Waiter.enqueues(queue).iterator();
        while (inOrder.hasNext() && !changes.isFull()) {
            Waiter.EnqueueWaiter waiter = inOrder.next();
            Fit fit = fit(queue, waiter.command.messages(), changes);
            if (fit.flaw != null && lacksRoom(queue, waiter.command, fit, false, changes)) {
                return;
            }
            inOrder.remove();
            Waiter.enqueues(queue).left(waiter);
            serve(queue, waiter, fit, changes);
        }
    }

    private void serve(Queue queue, Waiter.EnqueueWaiter waiter, Fit fit, Changes changes) {
        if (waiter.command.partial()) {
            waiter.answerWith(new Enqueued(takeEach(queue, waiter.command.messages(), changes)), changes);
            return;
        }
        Rejection flaw = reserve(fit);
        if (flaw == null) {
            waiter.answerWith(new Enqueued(take(queue, waiter.command.messages(), changes)), changes);
        } else {
            waiter.refuseWith(flaw, changes);
        }
    }

    /** Ends the wait of an enqueue. */
    public void cancelWait(Queue queue, Reply<?> reply, Changes changes) {
        Waiter.EnqueueWaiter waiter = Waiter.enqueues(queue).take(reply);
        if (waiter != null) {
            serve(queue, waiter, fit(queue, waiter.command.messages(), changes), changes);
            wakes.roomFreed(queue); // later waiters may need less room
        }
    }

    /** Answers the enqueues whose wait has ended: their messages may be duplicates by now, or fit. */
    void endWaits(Queue queue, Changes changes) {
        for (Waiter.EnqueueWaiter waiter : Waiter.enqueues(queue).takeEnded(changes.time())) {
            serve(queue, waiter, fit(queue, waiter.command.messages(), changes), changes);
            wakes.roomFreed(queue); // later waiters may need less room
        }
    }
}
