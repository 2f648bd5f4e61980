package dev.leat.api.queue;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.LeaseLostException;
import dev.leat.api.NotFoundException;
import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.UnavailableException;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A queue by its name, for code that may wait: on virtual threads, best of all. Every call returns after its changes are durable,
 * or throws a {@link RejectedException}. Having one of these does not mean that the queue exists.
 *
 * <p>Every call but {@link #create} throws {@link NotFoundException} if it does not, or if a message, group or task that is named
 * does not. Any call may throw {@link UnavailableException}, and those that change something {@link OutcomeUnknownException} if the
 * queue is behind a server.
 *
 * <p>What is about a group is here for the one group of a work queue; {@link #group} has it for the groups of a fan-out queue.
 */
public final class MessageQueue {
    private static final int BROWSED = 200;

    private final Engine engine;
    private final QueueName name;

    /** Creates a handle of a queue of an engine. The queue need not exist. */
    public MessageQueue(Engine engine, QueueName name) {
        this.engine = engine;
        this.name = name;
    }

    /** Returns the name of the queue. */
    public QueueName name() {
        return name;
    }

    Engine engine() {
        return engine;
    }

    /** The same queue for code that must not wait. */
    public AsyncQueue async() {
        return new AsyncQueue(engine, name);
    }

    /** A group of a fan-out queue by its name. It need not exist yet. */
    public MessageGroup group(String group) {
        return new MessageGroup(engine, name, GroupName.of(group));
    }

    /** Returns a consumer of a work queue by its name. */
    public QueueConsumer consumer(String consumer) {
        return new QueueConsumer(engine, name, null, ConsumerName.of(consumer));
    }

    /** Something that receives, runs the handler and settles, until it is closed; to be configured and started. */
    public WorkerBuilder worker(Handler handler) {
        return new WorkerBuilder(engine, name, null, handler);
    }

    /**
     * Makes the queue, or confirms one of the same configuration.
     *
     * @throws AlreadyExistsException if there is a queue of this name with another configuration
     * @throws NotFoundException if the queue for its dead letters does not exist
     */
    public CreateQueueResult create(QueueConfig config) {
        return engine.call(new QueueCommand.CreateQueue(name, config));
    }

    /** Returns the state of the queue. */
    public QueueInfo info() {
        return engine.call(new QueueQuery.Queue(name));
    }

    /**
     * Replaces the configuration.
     *
     * @throws RejectedException with {@link Rejection.BadArgument} if the mode or priorities would change, or with
     *     {@link Rejection.DeadLetterCycle}
     *
     * @throws NotFoundException if the queue for its dead letters does not exist
     */
    public QueueConfig update(QueueConfig config) {
        return engine.call(new QueueCommand.UpdateQueue(name, config, null)).config();
    }

    /** Changes parts of the configuration; starts again if another caller changes it meanwhile. Returns the new configuration. */
    public QueueConfig update(UnaryOperator<QueueConfigBuilder> change) {
        while (true) {
            QueueConfig old = info().config();
            QueueConfig changed = change.apply(old.toBuilder()).build();
            try {
                return engine.call(new QueueCommand.UpdateQueue(name, changed, old))
                        .config();
            } catch (RejectedException e) {
                if (!(e.rejection() instanceof Rejection.Conflict)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Removes the queue with everything in it.
     *
     * @throws RejectedException with {@link Rejection.InUse} while other queues send their dead letters to it
     */
    public void delete() {
        engine.call(new QueueCommand.DeleteQueue(name, false));
    }

    /** Removes the queue; those that send their dead letters to it go on without. */
    public void deleteAndDetach() {
        engine.call(new QueueCommand.DeleteQueue(name, true));
    }

    /** Enqueues a text; see {@link #enqueue(NewMessage)}. */
    public EnqueueResult enqueue(String text) {
        return enqueue(NewMessage.of(text));
    }

    /** Enqueues bytes; see {@link #enqueue(NewMessage)}. */
    public EnqueueResult enqueue(byte[] payload) {
        return enqueue(NewMessage.of(payload));
    }

    /**
     * Enqueues a message.
     *
     * @throws UnavailableException if the queue is full, among other reasons
     *
     * @throws RejectedException with {@link Rejection.PayloadTooLarge}, or with {@link Rejection.BadArgument} for an
     *     option that the queue does not take
     */
    public EnqueueResult enqueue(NewMessage message) {
        return engine.call(QueueCommand.Enqueue.of(name, message)).only();
    }

    /**
     * Enqueues all messages or none, and returns one result for each in their order. Throws as
     * {@link #enqueue(NewMessage)} does if one of them is refused.
     */
    public List<EnqueueResult> enqueue(List<NewMessage> messages) {
        return engine.call(new QueueCommand.Enqueue(name, messages, false)).all();
    }

    /** Enqueues the messages one by one and returns for each, in their order, that it was enqueued or why not. */
    public List<EnqueueEachResult> enqueueEach(List<NewMessage> messages) {
        return engine.call(new QueueCommand.Enqueue(name, messages, true)).results();
    }

    /** Receives as a consumer that is named after this process; see {@link QueueConsumer#receive(int, Duration)}. */
    public Deliveries receive(int max, Duration waitFor) {
        return new QueueConsumer(engine, name, null, ConsumerName.ofProcess()).receive(max, waitFor);
    }

    /** Takes messages out of a work queue for good, the next ones first: receives and acks at once. */
    public Deliveries pop(int max) {
        return engine.call(new QueueCommand.Pop(name, max, QueueSide.HEAD));
    }

    /** Takes messages out for good, the last ones first. */
    public Deliveries popLast(int max) {
        return engine.call(new QueueCommand.Pop(name, max, QueueSide.TAIL));
    }

    /**
     * The work is done. Doing it twice does no harm.
     *
     * @throws LeaseLostException if the lease is over and the message was handed out again, or is dead
     */
    public SettleResult ack(Delivery delivery) {
        return settle(Settlement.Ack.of(delivery.deliveryId()));
    }

    /**
     * The work failed; the message comes again when the queue's backoff says so, if it has attempts left.
     *
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult nack(Delivery delivery) {
        return settle(Settlement.Nack.of(delivery.deliveryId()));
    }

    /**
     * Reports that the work failed, and why; the message is delivered again when the queue's backoff allows it, if it has attempts left.
     *
     * @param error kept in the history of the message
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult nack(Delivery delivery, String error) {
        return settle(Settlement.Nack.of(delivery.deliveryId()).withError(error));
    }

    /**
     * Reports that the work failed; the message is delivered again after a delay, if it has attempts left. {@link
     * Settlement.Nack#withError} adds the error, for {@link #settle(Settlement)}.
     *
     * @param delay replaces the queue's backoff
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult nack(Delivery delivery, Duration delay) {
        return settle(Settlement.Nack.of(delivery.deliveryId()).withDelay(delay));
    }

    /**
     * The work was not begun: the attempt is given back and the message goes to its place.
     *
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult release(Delivery delivery) {
        return settle(Settlement.Release.of(delivery.deliveryId()));
    }

    /**
     * The work can never succeed: a dead letter at once.
     *
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult reject(Delivery delivery, String reason) {
        return settle(Settlement.Reject.of(delivery.deliveryId(), reason));
    }

    /**
     * The work goes on: the lease ends so long from now.
     *
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult extend(Delivery delivery, Duration lease) {
        return settle(new Settlement.Extend(delivery.deliveryId(), lease));
    }

    /**
     * Settles one delivery.
     *
     * @throws LeaseLostException if the lease is over
     */
    public SettleResult settle(Settlement settlement) {
        return accepted(engine.call(QueueCommand.Settle.of(name, settlement)));
    }

    static SettleResult accepted(QueueOutcome.Settled settled) {
        SettleResult result = settled.only();
        Rejection rejection = result.rejection();
        if (rejection != null) {
            throw RejectedException.of(rejection);
        }
        return result;
    }

    /** Settles each by itself: look into the results for those that were refused. */
    public List<SettleResult> settle(List<Settlement> settlements) {
        return engine.call(new QueueCommand.Settle(name, settlements, false)).results();
    }

    /**
     * Settles all of them or none.
     *
     * @throws RejectedException with a {@link Rejection.Conflict} that says which settlement cannot be applied, and why
     */
    public List<SettleResult> settleTogether(List<Settlement> settlements) {
        return engine.call(new QueueCommand.Settle(name, settlements, true)).results();
    }

    /**
     * Settles a message by its id, leased or not: for operators without a delivery of it.
     *
     * @throws RejectedException if the message is not there, or is not in a state in which it can be settled like this
     */
    public SettleResult settle(MessageId message, MessageSettlement settlement) {
        return accepted(engine.call(new QueueCommand.SettleMessage(name, null, message, settlement)));
    }

    /**
     * Removes a message that is not leased.
     *
     * @throws RejectedException with {@link Rejection.InUse} if it is leased, or on its way to another queue
     */
    public void cancel(MessageId message) {
        engine.call(new QueueCommand.Cancel(name, message, false));
    }

    /**
     * Removes a message, leased or not.
     *
     * @throws RejectedException with {@link Rejection.InUse} if it is on its way to another queue
     */
    public void cancelEvenIfLeased(MessageId message) {
        engine.call(new QueueCommand.Cancel(name, message, true));
    }

    /** Removes messages of a queue without priorities by their seqs, all at once, leased or not; returns how many were there. */
    public int cancelAll(List<Long> seqs) {
        return engine.call(new QueueCommand.CancelAll(name, seqs)).messages();
    }

    /** Removes everything that is there now; returns how many messages that were. */
    public long purge() {
        return purge(PurgeScope.ALL);
    }

    /** Removes the messages of a scope and returns how many there were. */
    public long purge(PurgeScope scope) {
        return engine.call(new QueueCommand.Purge(name, scope, null)).messages();
    }

    /** Stops deliveries; what is leased can be settled. */
    public void pause() {
        engine.call(new QueueCommand.Pause(name, null, true));
    }

    /** Starts deliveries again after {@link #pause}. */
    public void resume() {
        engine.call(new QueueCommand.Pause(name, null, false));
    }

    /** The messages that are there, in the order a group would get them; looking changes nothing. */
    public Stream<MessageInfo> browse() {
        return browse(null, null);
    }

    /** Those that are in a state. */
    public Stream<MessageInfo> browse(MessageInfo.State state) {
        return browse(null, state);
    }

    /** The messages that are there, the last that a group would get first. */
    public Stream<MessageInfo> browseFromTail() {
        return browse(null, null, QueueSide.TAIL);
    }

    Stream<MessageInfo> browse(@Nullable GroupName group, MessageInfo.@Nullable State state) {
        return browse(group, state, QueueSide.HEAD);
    }

    private Stream<MessageInfo> browse(@Nullable GroupName group, MessageInfo.@Nullable State state, QueueSide side) {
        Iterable<MessageInfo> all = () -> new Pages<String, MessageInfo>(after -> {
            MessagePage page = browse(new BrowseOptions(group, state, after, BROWSED, side));
            return new Pages.Page<>(page.messages(), page.next());
        });
        return StreamSupport.stream(all.spliterator(), false);
    }

    /** Returns one page of messages; {@link MessagePage#next} is where the next page begins. */
    public MessagePage browse(BrowseOptions options) {
        return engine.call(options.query(name));
    }

    /** A message by its id, wherever it stands. */
    public MessageInfo get(MessageId message) {
        return engine.call(new QueueQuery.Message(name, message)).message();
    }

    /** A message by its seq, in a queue without priorities. */
    public MessageInfo get(long seq) {
        return engine.call(new QueueQuery.MessageAt(name, seq)).message();
    }

    /** Sends all dead letters of this queue back where they come from, as fast as it goes. */
    public QueueTask redrive() {
        return redrive(RedriveOptions.ALL);
    }

    /**
     * Starts a task that sends dead letters of this queue back.
     *
     * @throws NotFoundException if the queue or the target does not exist
     */
    public QueueTask redrive(RedriveOptions options) {
        return new QueueTask(engine, engine.call(options.command(name)));
    }

    /** A task that was begun before, such as a redrive. */
    public QueueTask task(TaskId task) {
        return new QueueTask(engine, engine.call(new QueueQuery.Task(task)));
    }

    /** Returns the consumers of all groups, and how many each group has. */
    public PresencePage consumers() {
        return engine.call(new QueueQuery.Consumers(name, null));
    }
}
