package dev.leat.engine.support;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Transaction;
import dev.leat.engine.Settings;
import dev.leat.engine.SteppedCore;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.checkpoint.Checkpoint;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.shard.ShardRunner;
import dev.leat.engine.simulation.Faults;
import dev.leat.engine.simulation.SimulatedArchive;
import dev.leat.engine.simulation.SimulatedJournal;
import dev.leat.engine.simulation.SimulatedStore;
import dev.leat.engine.subscription.WebhookCalls;
import dev.leat.storage.StorageException;
import dev.leat.storage.store.Store;
import dev.leat.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An engine on one thread, with a clock that stands still, for tests of queues. */
public final class QueueRig {
    public static final int SHARDS = 4;

    public final VirtualClock clock = VirtualClock.create();
    private final Settings settings =
            Settings.defaults().withShards(SHARDS).withThreads(2).with(clock);
    private final SimulatedJournal.Disk journalDisk = new SimulatedJournal.Disk();
    private final SimulatedArchive.Disk archiveDisk = new SimulatedArchive.Disk();
    private final SimulatedStore.Disk storeDisk = new SimulatedStore.Disk();
    private final AtomicReference<@Nullable StorageException> failure = new AtomicReference<>();
    private final ArrayDeque<HeldRead> held = new ArrayDeque<>();

    /** A read that waits. */
    private record HeldRead(Runnable work, Reply<?> reply) {}

    private boolean slow;
    private SimulatedJournal journal = new SimulatedJournal(journalDisk);
    private SimulatedStore store = new SimulatedStore(storeDisk, new Faults());
    private Meters meters = new Meters(SHARDS);
    private SteppedCore core = start();

    private SteppedCore start() {
        journal = new SimulatedJournal(journalDisk);
        store = new SimulatedStore(storeDisk, new Faults());
        meters = new Meters(SHARDS);
        SegmentUsage book = SegmentUsage.load(store);
        SimulatedArchive archive = new SimulatedArchive(archiveDisk, book.segments(), new Faults());
        return new SteppedCore(
                new SteppedCore.Parts(journal, archive, store, book),
                SHARDS,
                settings,
                meters,
                new WebhookCalls(),
                Long.MAX_VALUE,
                this::read,
                failure::set);
    }

    private void read(Runnable work, Reply<?> reply) {
        if (slow) {
            held.add(new HeldRead(work, reply));
        } else {
            work.run();
        }
    }

    /** From now on nothing is read before {@link #readNow}. */
    public void holdReads() {
        slow = true;
    }

    public void readNow() {
        while (!held.isEmpty()) {
            held.remove().work().run();
        }
    }

    /** Fails the reads that are held; reads that come later are not held. */
    public void failReads() {
        slow = false;
        while (!held.isEmpty()) {
            held.remove().reply().refused(Rejection.Unavailable.closing("the disk cannot be read"));
        }
        settle();
    }

    /** Decides what was taken in; nothing becomes durable by it. */
    public void decide() {
        core.workers().forEach(ShardRunner::turn);
    }

    /** The first of what is on its way to the disk is durable. */
    public void sync() {
        journal.sync(1);
        decide();
    }

    /** Whatever is on its way to the disk, or comes later, fails. */
    public void failCommits() {
        journal.fail(new Random(0));
        decide();
    }

    /** Ends the workers as closing does. All that they were given has to be settled. */
    public void stop() {
        core.workers().forEach(ShardRunner::stop);
        core.workers().forEach(ShardRunner::run);
    }

    /** What the process has written by checkpoints. */
    public Store store() {
        return store;
    }

    public Meters meters() {
        return meters;
    }

    public SteppedCore core() {
        return core;
    }

    /** The process ends when all is durable, and another begins. */
    public void restart() {
        settle();
        crash(new Random(0));
        settle();
    }

    /** The process ends, whatever is on its way. */
    public void crash(Random random) {
        journal.crash(random);
        storeDisk.crash(random);
        archiveDisk.crash();
        core = start();
    }

    public void checkpoint() {
        CompletableFuture<Checkpoint.Capture> captured = core.checkpoint().captureAll();
        settle();
        core.checkpoint().write(captured.join());
        settle();
    }

    /** Some of what is waiting happens. */
    public void turn(Random random) {
        core.workers().get(random.nextInt(core.workers().size())).turn();
        if (random.nextInt(3) == 0) {
            journal.sync(1 + random.nextInt(3));
        }
    }

    /** Lets everything that was begun come to its end. */
    public void settle() {
        boolean busy = true;
        while (busy) {
            busy = journal.pending() > 0;
            journal.sync(Integer.MAX_VALUE);
            for (var worker : core.workers()) {
                busy |= worker.turn();
            }
        }
        StorageException cause = failure.get();
        if (cause != null) {
            throw new AssertionError(cause);
        }
    }

    public void advance(Duration time) {
        clock.advance(time);
        settle();
    }

    // ---- asking

    @SuppressWarnings("unchecked")
    public <O extends Outcome> void send(Command<O> command, Reply<? super O> reply) {
        switch (command) {
            case Command.OfStream<O> ofStream -> core.streams().submit(ofStream, reply);
            case Command.OfSubscription<O> ofSubscription ->
                core.subscriptions().submit(ofSubscription, reply);
            case Command.KeepSecret secret -> core.subscriptions().keep(secret, (Reply<? super Outcome.Secret>) reply);
            case QueueCommand<O> ofQueue -> core.queues().submit(ofQueue, reply);
            case Transaction transaction ->
                core.queues().submit(transaction, (Reply<? super QueueOutcome.Transacted>) reply);
        }
    }

    /** Sends a command whose answer may come later, such as a receive that waits. */
    public <O extends Outcome> Found<O> sent(Command<O> command) {
        Found<O> found = new Found<>();
        send(command, found);
        settle();
        return found;
    }

    public <O extends Outcome> O call(Command<O> command) {
        return answer(sent(command));
    }

    public Rejection refusal(Command<?> command) {
        return refusal(sent(command));
    }

    public <O extends Outcome> Found<O> asked(Query<O> query) {
        Found<O> found = new Found<>();
        switch (query) {
            case Query.OfStreams<O> ofStreams -> core.streams().ask(ofStreams, found);
            case Query.OfSubscriptions<O> ofSubscriptions ->
                core.subscriptions().ask(ofSubscriptions, found);
            case QueueQuery<O> ofQueues -> core.queues().ask(ofQueues, found);
        }
        settle();
        return found;
    }

    public <O extends Outcome> O ask(Query<O> query) {
        return answer(asked(query));
    }

    public Rejection refusal(Query<?> query) {
        return refusal(asked(query));
    }

    private static <O extends Outcome> O answer(Found<O> found) {
        if (found.outcome == null) {
            throw new AssertionError(found.rejection == null ? "no answer" : found.rejection.toString());
        }
        return found.outcome;
    }

    private static Rejection refusal(Found<?> found) {
        return Objects.requireNonNull(found.rejection, () -> "not refused: " + found.outcome);
    }

    // ---- the everyday words

    public static QueueName queue(String name) {
        return QueueName.of(name);
    }

    public void create(String queue, QueueConfig config) {
        call(new QueueCommand.CreateQueue(queue(queue), config));
    }

    public MessageId enqueue(String queue, String text) {
        return enqueue(queue, NewMessage.of(text));
    }

    public MessageId enqueue(String queue, NewMessage message) {
        return taken(queue, message).messageId();
    }

    public EnqueueResult taken(String queue, NewMessage message) {
        return call(QueueCommand.Enqueue.of(queue(queue), message)).only();
    }

    public static QueueCommand.Receive receiving(String queue, @Nullable String group, int max, Duration wait) {
        return new QueueCommand.Receive(
                queue(queue), group == null ? null : GroupName.of(group), ConsumerName.of("ann"), max, wait, null);
    }

    public List<Delivery> receive(String queue, int max) {
        return call(receiving(queue, null, max, Duration.ZERO)).deliveries();
    }

    public List<Delivery> receive(String queue, String group, int max) {
        return call(receiving(queue, group, max, Duration.ZERO)).deliveries();
    }

    /** The one delivery that there is. */
    public Delivery receive(String queue) {
        List<Delivery> deliveries = receive(queue, 1);
        if (deliveries.isEmpty()) {
            throw new AssertionError("nothing to receive in " + queue);
        }
        return deliveries.get(0);
    }

    public List<String> texts(String queue, int max) {
        return receive(queue, max).stream().map(Delivery::text).toList();
    }

    public SettleResult settle(String queue, Settlement settlement) {
        return call(QueueCommand.Settle.of(queue(queue), settlement)).only();
    }

    public SettleResult ack(String queue, DeliveryId delivery) {
        return settle(queue, Settlement.Ack.of(delivery));
    }

    public SettleResult nack(String queue, DeliveryId delivery) {
        return settle(queue, Settlement.Nack.of(delivery));
    }

    public QueueInfo info(String queue) {
        return ask(new QueueQuery.Queue(queue(queue)));
    }

    public GroupInfo group(String queue) {
        return group(queue, GroupName.DEFAULT.value());
    }

    public GroupInfo group(String queue, String group) {
        return ask(new QueueQuery.Group(queue(queue), GroupName.of(group)));
    }

    /** Everything that is in a queue. */
    public List<MessageInfo> browse(String queue) {
        List<MessageInfo> all = new ArrayList<>();
        String after = null;
        do {
            MessagePage page = ask(new QueueQuery.Browse(queue(queue), null, null, after, 100));
            all.addAll(page.messages());
            after = page.next();
        } while (after != null);
        return all;
    }

    public MessageInfo find(String queue, MessageId message) {
        return ask(new QueueQuery.Message(queue(queue), message)).message();
    }
}
