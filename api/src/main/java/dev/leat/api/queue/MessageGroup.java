package dev.leat.api.queue;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.NotFoundException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import java.util.stream.Stream;

/**
 * A group of a fan-out queue by its name: it sees every message, whatever other groups do. Every call but {@link #create} throws
 * {@link NotFoundException} if there is no such group; every call throws it if there is no such queue. Any call may throw what those of
 * {@link MessageQueue} may.
 */
public final class MessageGroup {
    private final Engine engine;
    private final QueueName queue;
    private final GroupName name;

    MessageGroup(Engine engine, QueueName queue, GroupName name) {
        this.engine = engine;
        this.queue = queue;
        this.name = name;
    }

    /** Returns the name of the group. */
    public GroupName name() {
        return name;
    }

    /** The same group for code that must not wait. */
    public AsyncGroup async() {
        return new AsyncGroup(engine, queue, name);
    }

    /** Returns a consumer of the group by its name; the consumers of a group share its messages. */
    public QueueConsumer consumer(String consumer) {
        return new QueueConsumer(engine, queue, name, ConsumerName.of(consumer));
    }

    /** Something that receives for this group, runs the handler and settles, until it is closed. */
    public WorkerBuilder worker(Handler handler) {
        return new WorkerBuilder(engine, queue, name, handler);
    }

    /**
     * Makes the group, or confirms one that was made with the same kind of start.
     *
     * @throws AlreadyExistsException if the group was made with another start
     */
    public CreateGroupResult create(GroupStart start) {
        return engine.call(new QueueCommand.CreateGroup(queue, name, start));
    }

    /** Returns the state of the group. */
    public GroupInfo info() {
        return engine.call(new QueueQuery.Group(queue, name));
    }

    /**
     * Moves the group and forgets what it has settled.
     *
     * @throws RejectedException with {@link Rejection.InUse} while it has leases, or messages on their way to another queue
     */
    public GroupInfo seek(GroupStart to) {
        return engine.call(new QueueCommand.SeekGroup(queue, name, to, false)).info();
    }

    /**
     * Moves the group, forgets what it has settled and ends its leases.
     *
     * @throws RejectedException with {@link Rejection.InUse} while messages are on their way to another queue
     */
    public GroupInfo seekEvenIfLeased(GroupStart to) {
        return engine.call(new QueueCommand.SeekGroup(queue, name, to, true)).info();
    }

    /**
     * Removes the group.
     *
     * @throws RejectedException with {@link Rejection.InUse} while it has leases, or messages on their way to another queue
     */
    public void delete() {
        engine.call(new QueueCommand.DeleteGroup(queue, name, false));
    }

    /**
     * Removes the group with its leases.
     *
     * @throws RejectedException with {@link Rejection.InUse} while messages are on their way to another queue
     */
    public void deleteEvenIfLeased() {
        engine.call(new QueueCommand.DeleteGroup(queue, name, true));
    }

    /** Stops deliveries to this group. */
    public void pause() {
        engine.call(new QueueCommand.Pause(queue, name, true));
    }

    /** Starts deliveries to this group again after {@link #pause}. */
    public void resume() {
        engine.call(new QueueCommand.Pause(queue, name, false));
    }

    /** Removes everything that this group has before it; returns how many messages that were. */
    public long purge(PurgeScope scope) {
        return engine.call(new QueueCommand.Purge(queue, scope, name)).messages();
    }

    /** Settles a message by its id for this group, leased or not: for operators; see {@link MessageQueue#settle(MessageId, MessageSettlement)}. */
    public SettleResult settle(MessageId message, MessageSettlement settlement) {
        return MessageQueue.accepted(engine.call(new QueueCommand.SettleMessage(queue, name, message, settlement)));
    }

    /** The messages that stand like this in the group. */
    public Stream<MessageInfo> browse(MessageInfo.State state) {
        return new MessageQueue(engine, queue).browse(name, state);
    }

    /** Returns the consumers of the group. */
    public PresencePage consumers() {
        return engine.call(new QueueQuery.Consumers(queue, name));
    }
}
