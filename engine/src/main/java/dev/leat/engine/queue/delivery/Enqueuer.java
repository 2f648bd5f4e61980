package dev.leat.engine.queue.delivery;

import dev.leat.api.GroupName;
import dev.leat.api.NewMessage;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueOutcome.Enqueued;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.meter.QueueMeter;
import dev.leat.engine.queue.state.DedupWindow;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.MessageKey;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
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

/** Takes messages into queues: what is wrong with them, whether they came before, whether there is room. */
public final class Enqueuer {
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How often ids whose time is over are forgotten. */
    private static final long DEDUP_MILLIS = 1_000;

    private final ShardScope scope;
    private final Capacity capacity;
    private final WakeList wakes;
    private final QueueMetadataSize metadataSize;
    private final Usage usage;
    private final QueueMeter meter;

    public Enqueuer(
            ShardScope scope,
            Capacity capacity,
            WakeList wakes,
            QueueMetadataSize metadataSize,
            Usage usage,
            QueueMeter meter) {
        this.scope = scope;
        this.capacity = capacity;
        this.wakes = wakes;
        this.metadataSize = metadataSize;
        this.usage = usage;
        this.meter = meter;
    }

    /**
     * Result of comparing messages with a queue.
     *
     * @param flaw why they cannot all be enqueued in it; null if they can
     * @param fresh how many of them did not come before
     * @param bytes the payload bytes of those
     */
    public record Fit(@Nullable Rejection flaw, int fresh, long bytes) {
        private static final Fit NOTHING = new Fit(null, 0, 0);

        private static Fit flawed(Rejection flaw) {
            return new Fit(flaw, 0, 0);
        }
    }

    /** Whether the queue takes all of the messages now. Changes nothing, and does not look at limits beyond the queue's. */
    public Fit fit(Queue queue, List<NewMessage> messages, Changes changes) {
        return fit(queue, messages, 0, 0, changes);
    }

    /**
     * Whether the queue takes all of the messages once others are gone.
     *
     * @param gone how many go before, and how many bytes
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
                if (Capacity.isSpent(queue, message.priority())) {
                    return Fit.flawed(spent(queue));
                }
                count++;
                bytes += message.payload().length;
            }
        }
        if (count == 0) {
            return Fit.NOTHING;
        }
        if (!Capacity.couldFit(queue, count, bytes)) {
            return Fit.flawed(tooLarge(queue, count, bytes));
        }
        return new Fit(hasRoom(queue, count - gone, bytes - goneBytes) ? null : full(queue), count, bytes);
    }

    /**
     * Takes room for messages in what all shards share, or returns why there is none. The room is used by {@link #take}, or has to be
     * given back.
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

    /** It would not fit if the queue were empty, so that nobody has to try again. */
    private static Rejection tooLarge(Queue queue, long count, long bytes) {
        QueueConfig config = queue.config;
        return config.maxBytes() > 0 && bytes > config.maxBytes()
                ? new Rejection.PayloadTooLarge(bytes, config.maxBytes())
                : new Rejection.BadArgument("the queue " + queue.name + " holds at most " + config.maxMessages()
                        + " messages, so " + count + " are too many at once");
    }

    /**
     * Whether messages have to wait for room, because there is none for those of them that would be enqueued, or because others wait
     * for it already. What came before is known without waiting, and so is what will never fit.
     */
    public boolean wantsRoom(Queue queue, List<NewMessage> messages, Changes changes) {
        List<NewMessage> fresh = fresh(queue, messages, changes);
        long bytes = bytes(fresh);
        return !fresh.isEmpty()
                && Capacity.couldFit(queue, fresh.size(), bytes)
                && (!queue.enqueueWaiters.isEmpty() || !hasRoom(queue, fresh.size(), bytes));
    }

    /** Those that have no flaw of their own. */
    public static List<NewMessage> withoutFlaws(Queue queue, List<NewMessage> messages) {
        return messages.stream().filter(each -> flaw(queue, each) == null).toList();
    }

    /** Those that did not come before. */
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
            return new Rejection.BadArgument("a message with a key comes in its turn: it has no delay of its own");
        }
        for (GroupName group : message.groups()) {
            if (queue.group(group) == null) {
                return new Rejection.GroupNotFound(queue.name, group);
            }
        }
        long largest = Capacity.largest(queue);
        return message.payload().length > largest
                ? new Rejection.PayloadTooLarge(message.payload().length, largest)
                : null;
    }

    private static boolean isNew(Queue queue, NewMessage message, Set<String> seen, Changes changes) {
        String dedup = DedupWindow.DedupKey.of(message, queue.config);
        return dedup == null || (queue.dedup.find(dedup, changes.time()) == null && seen.add(dedup));
    }

    private boolean hasRoom(Queue queue, long count, long bytes) {
        return Capacity.fits(queue, count, bytes)
                || (queue.config.full() == QueueConfig.Full.DROP_OLDEST
                        && Capacity.couldFit(queue, count, bytes)
                        && capacity.victims(queue, count, bytes) != null);
    }

    public static Rejection.QueueFull full(Queue queue) {
        return new Rejection.QueueFull(queue.name, RETRY);
    }

    /** Enqueues messages for which room was taken by {@link #reserve}. */
    public List<Enqueued.Result> take(Queue queue, List<NewMessage> messages, Changes changes) {
        List<Enqueued.Result> results = new ArrayList<>(messages.size());
        queue.dedup.forget(changes.time());
        makeRoom(queue, messages, changes);
        for (NewMessage message : messages) {
            results.add(take(queue, message, changes));
        }
        return results;
    }

    /** Enqueues each that has no flaw, as if it were alone. */
    public List<Enqueued.Result> takeEach(Queue queue, List<NewMessage> messages, Changes changes) {
        List<Enqueued.Result> results = new ArrayList<>(messages.size());
        for (NewMessage message : messages) {
            Rejection flaw = reserve(fit(queue, List.of(message), changes));
            results.add(
                    flaw != null
                            ? new Enqueued.Result.Refused(flaw)
                            : take(queue, List.of(message), changes).get(0));
        }
        return results;
    }

    private void makeRoom(Queue queue, List<NewMessage> messages, Changes changes) {
        if (queue.config.full() != QueueConfig.Full.DROP_OLDEST) {
            return;
        }
        List<NewMessage> fresh = fresh(queue, messages, changes);
        List<QueuedMessage> victims = capacity.victims(queue, fresh.size(), bytes(fresh));
        if (victims != null) {
            victims.forEach(victim -> scope.remove(queue, victim.at(), EndReason.DROPPED, changes));
        }
    }

    private Enqueued.Result.Taken take(Queue queue, NewMessage given, Changes changes) {
        String dedup = DedupWindow.DedupKey.of(given, queue.config);
        DedupWindow.First first = dedup == null ? null : queue.dedup.find(dedup, changes.time());
        if (first != null) {
            queue.duplicates++;
            meter.repeated();
            return new Enqueued.Result.Taken(first.key().id(), first.seq(), true);
        }
        QueuedMessage message = message(queue, given, changes.time());
        long until =
                dedup == null ? 0 : changes.time() + queue.config.dedupWindow().toMillis();
        scope.change(new QueueChange.Enqueued(queue.number, message, dedup, until), changes);
        if (dedup != null) {
            watchDedup(queue, changes.time());
        }
        return new Enqueued.Result.Taken(message.key().id(), message.seq(), false);
    }

    /** Dedup ids are forgotten when their time is over, also of a queue that nothing more is enqueued in. */
    public void watchDedup(Queue queue, long now) {
        if (!queue.dedupWatched && queue.dedup.size() > 0) {
            queue.dedupWatched = true;
            scope.timers().at(Math.max(queue.dedup.firstUntil(), now + DEDUP_MILLIS), changes -> {
                queue.dedupWatched = false;
                queue.dedup.forget(changes.time());
                if (!queue.gone) {
                    metadataSize.changed(queue);
                    watchDedup(queue, changes.time());
                }
            });
        }
    }

    private static QueuedMessage message(Queue queue, NewMessage given, long now) {
        long at = queue.next[Capacity.lane(queue, given.priority())];
        Integer attempts = given.maxAttempts();
        Duration ttl = given.ttl();
        return new QueuedMessage(
                at,
                queue.nextSeq,
                new MessageKey(now, queue.number, at),
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

    /** Moments that the clock will never show count as the last one. */
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
     * A message that comes from another queue, for which room was taken. It is not asked whether it came before. A dead letter lives as long as its queue lets
     * it: its own time to live was for those who were to work on it, and counts anew when they are to again.
     */
    public QueuedMessage arrive(Queue queue, TransferredMessage arrival, Changes changes) {
        long at = queue.next[Capacity.lane(queue, arrival.priority())];
        boolean counts = arrival.ttl() > 0 && arrival.provenance() == null;
        QueuedMessage message = new QueuedMessage(
                at,
                queue.nextSeq,
                arrival.key(),
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
        scope.change(new QueueChange.Enqueued(queue.number, message, null, 0), changes);
        return message;
    }

    /** Whether messages that may make room are being read, or looked for. */
    public static boolean isReading(Queue queue) {
        return queue.config.full() == QueueConfig.Full.DROP_OLDEST && (queue.searching || !queue.loading.isEmpty());
    }

    /** Lets those in who wait for room, the first first. */
    void admit(Queue queue, Changes changes) {
        Iterator<Waiter.EnqueueWaiter> inOrder = Waiter.enqueues(queue).iterator();
        while (inOrder.hasNext() && !changes.isFull()) {
            Waiter.EnqueueWaiter waiter = inOrder.next();
            List<NewMessage> all = waiter.command.messages();
            Fit fit = fit(queue, waiter.command.partial() ? withoutFlaws(queue, all) : all, changes);
            boolean goesOn = queue.config.full() == QueueConfig.Full.WAIT || isReading(queue);
            if (fit.flaw instanceof Rejection.QueueFull && goesOn) {
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

    /** Somebody does not want to wait any longer. */
    public void cancelWait(Queue queue, Reply<?> reply, Changes changes) {
        Waiter.EnqueueWaiter waiter = Waiter.enqueues(queue).take(reply);
        if (waiter != null) {
            serve(queue, waiter, fit(queue, waiter.command.messages(), changes), changes);
            wakes.roomFreed(queue); // those behind may bring less
        }
    }

    /** Answers those that have waited long enough: what they bring may have come by another way meanwhile, or may fit by now. */
    void endWaits(Queue queue, Changes changes) {
        for (Waiter.EnqueueWaiter waiter : Waiter.enqueues(queue).takeEnded(changes.time())) {
            serve(queue, waiter, fit(queue, waiter.command.messages(), changes), changes);
            wakes.roomFreed(queue); // those behind may bring less
        }
    }
}
