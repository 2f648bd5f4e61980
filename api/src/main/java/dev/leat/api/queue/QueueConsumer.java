package dev.leat.api.queue;

import dev.leat.api.NotFoundException;
import dev.leat.api.UnavailableException;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One named worker of a group: it receives, takes over, and tells that it is alive. Every call throws {@link NotFoundException} if there
 * is no such queue or group, and may throw {@link UnavailableException}; a receive does so if too many wait already.
 */
public final class QueueConsumer {
    private final Engine engine;
    private final QueueName queue;
    private final @Nullable GroupName group;
    private final ConsumerName name;

    QueueConsumer(Engine engine, QueueName queue, @Nullable GroupName group, ConsumerName name) {
        this.engine = engine;
        this.queue = queue;
        this.group = group;
        this.name = name;
    }

    /** Returns the name of the consumer. */
    public ConsumerName name() {
        return name;
    }

    /** The same consumer for code that must not wait. */
    public AsyncConsumer async() {
        return new AsyncConsumer(engine, queue, group, name);
    }

    /** The next message, if there is one right now. */
    public Optional<Delivery> receive() {
        return receive(1, Duration.ZERO).deliveries().stream().findFirst();
    }

    /**
     * The next messages; if there are none, waits for the first to come. An interrupt ends the waiting: it returns what came, which
     * may be nothing, and the thread stays interrupted.
     */
    public Deliveries receive(int max, Duration waitFor) {
        return engine.call(new QueueCommand.Receive(queue, group, name, max, waitFor, null));
    }

    /** The same, with a lease of its own instead of the queue's. */
    public Deliveries receive(int max, Duration waitFor, Duration lease) {
        return engine.call(new QueueCommand.Receive(queue, group, name, max, waitFor, lease));
    }

    /**
     * Receives the last messages first, of those that can be delivered: what is blocked by its key does not come. If there are none,
     * waits for the first to come.
     */
    public Deliveries receiveLast(int max, Duration waitFor) {
        return engine.call(fromTail(queue, group, name, max, waitFor));
    }

    static QueueCommand.Receive fromTail(
            QueueName queue, @Nullable GroupName group, ConsumerName name, int max, Duration waitFor) {
        return new QueueCommand.Receive(queue, group, name, max, waitFor, null, List.of(), QueueSide.TAIL);
    }

    /**
     * Acks deliveries and receives the next messages, in one step: over HTTP that saves a request for each message. The deliveries
     * are acked at once, also if nothing comes; {@link Deliveries#acks} tells what came of them, and a refusal there
     * ends neither the other acks nor the receive. If this call itself is refused, or its answer is lost, they may be acked or not:
     * acking them again does no harm.
     */
    public Deliveries ackAndReceive(List<Delivery> done, int max, Duration waitFor) {
        return engine.call(acking(queue, group, name, done, max, waitFor));
    }

    static QueueCommand.Receive acking(
            QueueName queue,
            @Nullable GroupName group,
            ConsumerName name,
            List<Delivery> done,
            int max,
            Duration waitFor) {
        List<DeliveryId> acks = done.stream().map(Delivery::deliveryId).toList();
        return new QueueCommand.Receive(queue, group, name, max, waitFor, null, acks, QueueSide.HEAD);
    }

    /** Takes over leases of consumers that are gone. */
    public Deliveries claim(int max) {
        return engine.call(new QueueCommand.Claim(queue, group, name, null, max, null));
    }

    /** Takes over leases of any consumer that were not extended for some time. */
    public Deliveries claim(int max, Duration minIdle) {
        return engine.call(new QueueCommand.Claim(queue, group, name, minIdle, max, null));
    }

    /** Reports that this consumer is alive. */
    public Presence heartbeat() {
        return heartbeat(HeartbeatOptions.DEFAULT);
    }

    /** Reports that this consumer is alive, with what the options add. */
    public Presence heartbeat(HeartbeatOptions options) {
        return engine.call(options.command(queue, group, name)).presence();
    }

    /** Reports that this consumer is alive and works on all its deliveries: their leases start anew. */
    public Presence heartbeatAndExtend() {
        return heartbeat(HeartbeatOptions.DEFAULT.extendingLeases());
    }

    /** Tells that this consumer goes; its leases stay until they end. Returns whether it was known. */
    public boolean leave() {
        return engine.call(new QueueCommand.Leave(queue, group, name, "", false))
                .existed();
    }

    /** Tells that this consumer goes, and gives its leases back unspent. */
    public boolean leaveAndRelease() {
        return engine.call(new QueueCommand.Leave(queue, group, name, "", true)).existed();
    }
}
