package dev.leat.api.queue;

import dev.leat.api.Codec;
import dev.leat.api.NotFoundException;
import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.UnavailableException;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue of values that outlives the process: what is pushed is on disk when {@code push} returns, and is handed out until it is
 * acked. It is the plain face of a work queue, whose every other operation is at {@link #queue}. For any number of threads.
 *
 * <p>Messages come in the order of their ids. A popped one belongs to the thread that popped it, for as long as that thread lives
 * or until it is acked or nacked; if the thread dies, the message comes again when its lease has run out. After a restart,
 * everything that was not acked is ready again in its place. A nacked one comes again in its place as well: at once, and as often as
 * it is nacked, unless the queue is configured with a backoff or a limit of attempts. What is out of attempts then is a dead letter or
 * {@link #parked}, and so is a popped message whose payload cannot be decoded.
 *
 * <p>Every call that asks the engine may throw {@link UnavailableException}, and behind a server {@link OutcomeUnknownException}, as those
 * of {@link MessageQueue} do; {@link NotFoundException} if the queue was deleted meanwhile.
 */
public final class DurableQueue<T> implements Iterable<TypedMessage<T>>, AutoCloseable {
    private static final ConsumerName CONSUMER = ConsumerName.of("durable-queue");

    private final DurableQueues queues;
    private final MessageQueue queue;
    private final Values<T> values;
    private final Duration lease;
    private final Holds holds;
    private volatile boolean closed;

    DurableQueue(DurableQueues queues, MessageQueue queue, Codec<T> codec, Duration lease) {
        this.queues = queues;
        this.queue = queue;
        this.values = new Values<>(codec);
        this.lease = lease;
        this.holds = new Holds(new LeaseKeeper(queues.engine(), queue.name(), result -> {}), lease);
    }

    /** What an earlier process had popped is ready again in its place, with that attempt spent: it may be what ended the process. */
    void takeOver() {
        Deliveries left;
        do {
            left = queue.consumer(CONSUMER.value()).claim(QueueCommand.MAX_BATCH, Duration.ZERO);
            release(left.deliveries().stream().map(Delivery::deliveryId).toList());
        } while (!left.isEmpty());
    }

    private void release(List<DeliveryId> deliveries) {
        for (List<DeliveryId> batch : batches(deliveries)) {
            queue.settle(batch.stream().<Settlement>map(Settlement.Release::of).toList());
        }
    }

    /** Decodes everything that is there. */
    void decodeAll() {
        pending().forEach(message -> values.prepare(message.seq(), message.payload()));
    }

    /** The queue below, with everything that it can do. */
    public MessageQueue queue() {
        return queue;
    }

    /**
     * Adds a value at the end, and returns its id when it is on disk. Pushes of several threads share the way there.
     *
     * @throws IllegalArgumentException if the value cannot be encoded
     * @throws RejectedException if the queue is full, or has no ids left: it has 2<sup>44</sup> in its life
     */
    public long push(T value) {
        checkOpen();
        return queue.enqueue(values.message(value)).seq();
    }

    /**
     * Adds values at the end, and returns their ids when they are on disk. Up to {@link QueueCommand#MAX_BATCH} are added in one step, all
     * or none; more are added in several such steps, one after the other.
     *
     * @throws IllegalArgumentException if a value cannot be encoded; nothing was pushed then
     * @throws RejectedException if the first step is refused; nothing was pushed then
     * @throws PartialPushException if a later step is refused: it has the ids of what was pushed
     */
    public List<Long> pushAll(List<T> added) {
        checkOpen();
        List<Long> ids = new ArrayList<>(added.size());
        for (List<NewMessage> batch :
                batches(added.stream().map(values::message).toList())) {
            try {
                queue.enqueue(batch).forEach(result -> ids.add(result.seq()));
            } catch (RejectedException e) {
                throw ids.isEmpty() ? e : new PartialPushException(ids, added.size(), e);
            }
        }
        return List.copyOf(ids);
    }

    /** Returns the items in parts that one call takes. */
    private static <E> List<List<E>> batches(List<E> items) {
        List<List<E>> batches = new ArrayList<>();
        for (int from = 0; from < items.size(); from += QueueCommand.MAX_BATCH) {
            batches.add(items.subList(from, Math.min(from + QueueCommand.MAX_BATCH, items.size())));
        }
        return batches;
    }

    /** Adds a value at the end; the stage completes with its id when it is on disk, or fails with what {@link #push} throws. */
    public CompletionStage<Long> pushAsync(T value) {
        checkOpen();
        return queue.async().enqueue(values.message(value)).thenApply(EnqueueResult::seq);
    }

    /** The next message, if one is ready now. */
    public Optional<TypedMessage<T>> pop() {
        return poll(Duration.ZERO);
    }

    /** The next message; waits so long for one to become ready. An interrupt ends the waiting, and the thread stays interrupted. */
    public Optional<TypedMessage<T>> poll(Duration timeout) {
        checkOpen();
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        Duration left = timeout;
        while (true) {
            List<Delivery> found = queue.consumer(CONSUMER.value())
                    .receive(1, atMost(left), lease)
                    .deliveries();
            if (!found.isEmpty()) {
                TypedMessage<T> message = handOut(found.get(0));
                if (message != null) {
                    return Optional.of(message);
                }
            } else if (left.compareTo(QueueCommand.LONGEST_WAIT) <= 0
                    || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        }
    }

    private static Duration atMost(Duration left) {
        return left.compareTo(QueueCommand.LONGEST_WAIT) > 0 ? QueueCommand.LONGEST_WAIT : left;
    }

    /** One that cannot be decoded is parked, or a dead letter, and makes way for the next: null. */
    private @Nullable TypedMessage<T> handOut(Delivery delivery) {
        long id = delivery.seq();
        T value;
        try {
            value = values.value(id, delivery.payload());
        } catch (UndecodableException e) {
            queue.settle(new Settlement.Reject(delivery.deliveryId(), "undecodable", values.flaw(id)));
            return null;
        }
        holds.add(id, delivery.deliveryId());
        return new TypedMessage<>(id, value, delivery.attempt());
    }

    /**
     * The value of an id, whether it was popped or not; empty if it was acked or never was. Nothing changes by looking.
     *
     * @throws UndecodableException if the message is there and its payload cannot be decoded
     */
    public Optional<T> get(long id) {
        checkOpen();
        MessageInfo message;
        try {
            message = queue.get(id);
        } catch (NotFoundException e) {
            if (e.rejection() instanceof Rejection.MessageNotFound) {
                return Optional.empty();
            }
            throw e;
        }
        return Optional.of(values.value(id, message.payload()));
    }

    /**
     * It is done and goes, whether it was popped or not, and whether it can be decoded or not. Doing it twice, or with an id that never
     * was, does no harm.
     */
    public void ack(long id) {
        ackAll(List.of(id));
    }

    /**
     * All of them are done. Up to {@link QueueCommand#MAX_BATCH} go in one step, all or none; more go in several such steps, in the order
     * of the ids. If a step is refused, those before it are done and the others are not; to ack all of them again does no harm.
     *
     * @throws RejectedException if a step is refused
     */
    public void ackAll(Collection<Long> ids) {
        checkOpen();
        batches(ids.stream().distinct().toList()).forEach(this::ackBatch);
    }

    private void ackBatch(List<Long> ids) {
        List<Hold> held = holds.all(ids);
        if (held == null || !ackTogether(held)) {
            queue.cancelAll(ids);
        }
        ids.forEach(holds::forget);
        ids.forEach(values::forget);
    }

    /** Whether that was done. If not, one of them was handed out again meanwhile; but done is done. */
    private boolean ackTogether(List<Hold> held) {
        try {
            queue.settleTogether(held.stream()
                    .<Settlement>map(hold -> new Settlement.Ack(hold.delivery(), true))
                    .toList());
            return true;
        } catch (RejectedException e) {
            if (e.rejection() instanceof Rejection.Retryable) {
                throw e;
            }
            return false;
        }
    }

    /**
     * It failed: it is ready again in its place, at once, unless the queue is configured with a backoff or a limit of attempts.
     *
     * @throws NoSuchElementException if it is not popped, or not any more
     */
    public SettleResult nack(long id) {
        Hold hold = holds.get(id);
        return giveBack(id, hold, Settlement.Nack.of(hold.delivery()));
    }

    /**
     * Reports that the work on a popped message failed, and why; the message is ready again after the queue's backoff.
     *
     * @param error kept in the history of the message
     * @throws NoSuchElementException if the message is not popped, or not any more
     */
    public SettleResult nack(long id, String error) {
        Hold hold = holds.get(id);
        return giveBack(id, hold, Settlement.Nack.of(hold.delivery()).withError(error));
    }

    /**
     * Reports that the work on a popped message failed, and why; the message is ready again after a delay.
     *
     * @param delay replaces the queue's backoff
     * @param error kept in the history of the message
     * @throws NoSuchElementException if the message is not popped, or not any more
     */
    public SettleResult nack(long id, Duration delay, String error) {
        Hold hold = holds.get(id);
        return giveBack(
                id, hold, Settlement.Nack.of(hold.delivery()).withDelay(delay).withError(error));
    }

    /** It was not worked on: it is ready again in its place, with the attempt unspent. */
    public SettleResult release(long id) {
        Hold hold = holds.get(id);
        return giveBack(id, hold, Settlement.Release.of(hold.delivery()));
    }

    /** The calling thread has it from now on, instead of the one that popped it. */
    public void takeOver(long id) {
        Hold hold = holds.get(id);
        settle(id, hold, new Settlement.Extend(hold.delivery(), lease));
        holds.handOver(hold);
    }

    private SettleResult giveBack(long id, Hold hold, Settlement settlement) {
        SettleResult result = settle(id, hold, settlement);
        holds.forget(id, hold);
        return result;
    }

    private SettleResult settle(long id, Hold hold, Settlement settlement) {
        checkOpen();
        try {
            return queue.settle(settlement);
        } catch (RejectedException e) {
            if (e.rejection() instanceof Rejection.LeaseLost) {
                holds.forget(id, hold);
                throw new NoSuchElementException("message " + id + " is not popped any more", e);
            }
            throw e;
        }
    }

    /** How many messages are to be done: ready, waiting for another attempt, or popped. */
    public long length() {
        GroupInfo group = group();
        return group.ready() + group.scheduled() + group.leased();
    }

    /** How many messages {@link #pop} could return now. */
    public long readyLength() {
        return group().ready();
    }

    /** Returns whether {@link #length} is 0. */
    public boolean isEmpty() {
        return length() == 0;
    }

    private GroupInfo group() {
        checkOpen();
        return queues.engine().call(new QueueQuery.Group(queue.name(), GroupName.DEFAULT));
    }

    /**
     * All messages that are to be done in the order of their ids, popped ones included. Nothing changes by looking. If a payload cannot be
     * decoded, {@link Iterator#next} throws {@link UndecodableException} with the message's id, and the next call goes on with the message
     * after it.
     */
    @Override
    public Iterator<TypedMessage<T>> iterator() {
        checkOpen();
        Iterator<MessageInfo> found = pending().iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public TypedMessage<T> next() {
                MessageInfo message = found.next();
                T value = values.value(message.seq(), message.payload());
                return new TypedMessage<>(message.seq(), value, attempts(message));
            }
        };
    }

    private Stream<MessageInfo> pending() {
        return queue.browse().filter(message -> message.groups().stream().noneMatch(DurableQueue::isOver));
    }

    private static boolean isOver(MessageInfo.InGroup group) {
        return switch (group.state()) {
            case PARKED, DEAD, DONE -> true;
            case SCHEDULED, READY, BLOCKED, LEASED -> false;
        };
    }

    private static int attempts(MessageInfo message) {
        return message.groups().stream()
                .mapToInt(MessageInfo.InGroup::attempts)
                .findFirst()
                .orElse(0);
    }

    /**
     * The messages that are out of attempts or could not be decoded, with the history of what went wrong, if the queue has no other
     * place for them. They are not handed out; {@link #ack} removes them.
     */
    public Stream<MessageInfo> parked() {
        checkOpen();
        return queue.browse(MessageInfo.State.PARKED);
    }

    /** The ids of payloads that could not be decoded since this was opened, and why. Those that were popped are parked. */
    public Map<Long, String> undecodable() {
        return values.undecodable();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the durable queue " + queue.name() + " is closed");
        }
    }

    /** Gives back what is popped, unspent, and lets go of the queue. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            holds.close();
            try {
                release(holds.deliveries());
            } catch (RejectedException e) {
                // the engine is closed; the process that opens the queue next takes them over
            } finally {
                queues.closed(queue.name());
            }
        }
    }
}
