package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Transaction;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.figures.PresenceCounts;
import dev.leat.engine.figures.QueueTotals;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.call.ConsumerHandler;
import dev.leat.engine.queue.call.GroupHandler;
import dev.leat.engine.queue.call.QueueInfos;
import dev.leat.engine.queue.call.QueueQueries;
import dev.leat.engine.queue.call.TransactionPreparation;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.deadletter.QueueCatalog;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueShardGauges;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.InternalCall;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.StreamShard;
import dev.leat.engine.stream.Streams;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** All queues of an engine: routes commands and queries to the shard that has the queue. */
public final class Queues {
    private static final Reply<Outcome> NO_REPLY = new Reply<>() {
        @Override
        public void answered(Outcome outcome) {}

        @Override
        public void refused(Rejection rejection) {}
    };

    private final SharedQueueServices shared;
    private final TransactionPreparation preparation;
    private final Slot[] slots;
    private final Secrets secrets;
    private final DeliverySecretGate secretGate = new DeliverySecretGate(this::keepSecret);
    private final IntFunction<byte[]> randomBytes;

    /** A shard and its queues. */
    private record Slot(Shard shard, QueueShard queues) {}

    /** Durable storage of secrets. */
    public interface Secrets {
        void keep(Command.KeepSecret command, Reply<? super Outcome.Secret> reply);
    }

    public Queues(
            int shards,
            Streams streams,
            Store store,
            Usage usage,
            Meters meters,
            BlockingExecutor blocking,
            Secrets secrets,
            IntFunction<byte[]> randomBytes) {
        this.slots = new Slot[shards];
        this.secrets = secrets;
        this.randomBytes = randomBytes;
        this.shared = new SharedQueueServices(
                new QueueCatalog(), new Router(), store, blocking, usage, meters, new DeliveryIdCipher());
        this.preparation = new TransactionPreparation(
                streams, shared.deliveryIds(), usage.limits().appendBytes(), tag -> Placement.shard(tag, shards));
    }

    /** Creates the queues of a shard and attaches them to it. */
    public QueueShard attach(Shard shard, StreamShard streams, PresenceShard presence) {
        QueueShard queues =
                new QueueShard(shard.number(), shared, streams, presence, work -> shard.force(new InternalCall(work)));
        shard.attach(presence);
        shard.attach(queues);
        slots[shard.number()] = new Slot(shard, queues);
        return queues;
    }

    /** Returns the totals over all queues. */
    public QueueTotals totals() {
        QueueTotals all = QueueTotals.NONE;
        for (Slot slot : slots) {
            all = all.plus(
                    figures(slot.queues.table().gauges(), slot.queues.presence().census()));
        }
        return all;
    }

    private static QueueTotals figures(QueueShardGauges gauges, PresenceCounts.Figures consumers) {
        return new QueueTotals(
                gauges.queues(),
                gauges.messages(),
                gauges.bytes(),
                gauges.ready(),
                gauges.entries(DeliveryState.State.LEASED),
                gauges.entries(DeliveryState.State.SCHEDULED),
                gauges.entries(DeliveryState.State.PARKED),
                gauges.entries(DeliveryState.State.MOVING),
                gauges.waiters(),
                consumers);
    }

    private QueueQueries queries(QueueName queue) {
        Slot slot = slot(queue.tag());
        return new QueueQueries(slot.shard, slot.queues.table(), shared.store(), shared.blocking(), queue);
    }

    private Slot slot(String tag) {
        return slots[Placement.shard(tag, slots.length)];
    }

    void force(QueueName queue, BiConsumer<QueueShard, Changes> work) {
        Slot slot = slot(queue.tag());
        slot.shard.force(new InternalCall(changes -> work.accept(slot.queues, changes)));
    }

    /** Routes work between shards by the name or the number of a queue. */
    private final class Router implements PeerShards {
        @Override
        public void force(QueueName queue, BiConsumer<PeerShards.Peer, Changes> work) {
            Queues.this.force(queue, work::accept);
        }

        @Override
        public void call(QueueName queue, Function<PeerShards.Peer, Call> call) {
            Slot slot = slot(queue.tag());
            slot.shard.force(call.apply(slot.queues));
        }

        @Override
        public void forceHome(long queue, BiConsumer<PeerShards.Peer, Changes> work) {
            Slot slot = slots[Ids.shardOf(queue)];
            slot.shard.force(new InternalCall(changes -> work.accept(slot.queues, changes)));
        }
    }

    /** Compacts the messages in the store, without those that were removed. Blocks until it is done. */
    public void compactMessages() {
        shared.store().compact(new byte[] {'M'}, new byte[] {'N'});
    }

    /** Publishes the recovered queues and resumes their work, once everything is replayed, streams as well. */
    public void recovered() {
        for (Slot slot : slots) {
            shared.usage().add(slot.queues.table().bytes());
            slot.queues.recovered();
        }
        for (Slot slot : slots) {
            slot.queues.table().all().forEach(queue -> shared.catalog().put(queue, queue.config, queue));
        }
        for (Slot slot : slots) {
            if (!slot.queues.table().all().isEmpty()) { // consumers belong to queues
                slot.queues.table().all().forEach(this::detach);
                slot.shard.force(new InternalCall(slot.queues.presence()::resume));
                slot.shard.force(new InternalCall(slot.queues::resume));
            }
        }
    }

    /** Removes the dead-letter queue from a configuration if that queue was deleted before the last start. */
    private void detach(Queue queue) {
        QueueName to = queue.config.deadLetter();
        if (to != null && shared.catalog().find(to) == null) {
            force(queue.name, (shard, changes) -> shard.links().detach(queue.name, to, changes));
        }
    }

    public <O extends Outcome> void submit(QueueCommand<O> command, Reply<? super O> reply) {
        Rejection flaw = command instanceof QueueCommand.Enqueue enqueue ? tooLarge(enqueue.messages()) : null;
        if (flaw != null) {
            shared.meters().rejections().count(flaw);
            reply.refused(flaw);
        } else {
            secretGate.pass(reply, () -> dispatch(command, reply));
        }
    }

    private @Nullable Rejection tooLarge(List<NewMessage> messages) {
        long bytes = 0;
        for (NewMessage message : messages) {
            bytes += message.payload().length;
            for (Map.Entry<String, String> header : message.headers().entrySet()) {
                bytes += header.getKey().length() + header.getValue().length();
            }
        }
        int limit = shared.usage().limits().appendBytes();
        return bytes > limit ? new Rejection.PayloadTooLarge(bytes, limit) : null;
    }

    /** Stores the secret of delivery ids, or reads the stored one: ids from before a restart stay valid. */
    private void keepSecret(Reply<Object> opened) {
        secrets.keep(
                new Command.KeepSecret(DeliveryIdCipher.SECRET, randomBytes.apply(DeliveryIdCipher.SECRET_BYTES)),
                new Reply<>() {
                    @Override
                    public void answered(Outcome.Secret secret) {
                        shared.deliveryIds().ready(secret.bytes());
                        opened.answered(secret);
                    }

                    @Override
                    public void refused(Rejection rejection) {
                        opened.refused(rejection);
                    }
                });
    }

    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    private <O extends Outcome> void dispatch(QueueCommand<O> command, Reply<? super O> reply) {
        switch (command) {
            case QueueCommand.CreateGroup given
            when GroupHandler.GroupStartSearch.isNeeded(given.start()) ->
                create(given, (Reply<? super CreateGroupResult>) reply);
            case QueueCommand.SeekGroup given
            when GroupHandler.GroupStartSearch.isNeeded(given.to()) ->
                seek(given, (Reply<? super QueueOutcome.GroupMoved>) reply);
            case QueueCommand.Cancel given -> cancel(given, (Reply<? super QueueOutcome.Cancelled>) reply);
            case QueueCommand.SettleMessage given -> settle(given, (Reply<? super QueueOutcome.Settled>) reply);
            default -> {
                Slot slot = slot(command.tag());
                slot.shard.submit(slot.queues.calls().of(command, reply));
            }
        }
    }

    private void create(QueueCommand.CreateGroup command, Reply<? super CreateGroupResult> reply) {
        Slot slot = slot(command.tag());
        queries(command.queue())
                .search(
                        new GroupHandler.GroupStartSearch(command.start()),
                        reply,
                        startPosition -> slot.shard.submit(slot.queues.calls().create(command, startPosition, reply)));
    }

    private void seek(QueueCommand.SeekGroup command, Reply<? super QueueOutcome.GroupMoved> reply) {
        Slot slot = slot(command.tag());
        queries(command.queue())
                .search(
                        new GroupHandler.GroupStartSearch(command.to()),
                        reply,
                        startPosition -> slot.shard.submit(slot.queues.calls().seek(command, startPosition, reply)));
    }

    private void cancel(QueueCommand.Cancel command, Reply<? super QueueOutcome.Cancelled> reply) {
        Slot slot = slot(command.tag());
        queries(command.queue())
                .locate(
                        command.message(),
                        reply,
                        (queue, at) -> slot.shard.submit(slot.queues.calls().cancel(command, queue, at, reply)));
    }

    private void settle(QueueCommand.SettleMessage command, Reply<? super QueueOutcome.Settled> reply) {
        Slot slot = slot(command.tag());
        queries(command.queue())
                .locate(
                        command.message(),
                        reply,
                        (queue, at) -> slot.shard.submit(slot.queues.calls().settle(command, queue, at, reply)));
    }

    /** Ends the wait of the command that was submitted with this reply. It is queued behind the command in the same inbox. */
    public void endWait(QueueCommand<?> command, Reply<?> reply) {
        Runnable cancelWait = switch (command) {
            case QueueCommand.Receive receive ->
                () -> force(receive.queue(), (shard, changes) -> cancelWait(shard, receive, reply, changes));
            case QueueCommand.Enqueue enqueue ->
                () -> force(enqueue.queue(), (shard, changes) -> cancelWait(shard, enqueue, reply, changes));
            default -> () -> {};
        };
        secretGate.pass(NO_REPLY, cancelWait); // the command may be queued there as well
    }

    private static void cancelWait(QueueShard shard, QueueCommand.Enqueue enqueue, Reply<?> reply, Changes changes) {
        Queue queue = shard.table().find(enqueue.queue());
        if (queue != null) {
            shard.enqueuer().cancelWait(queue, reply, changes);
        }
    }

    private static void cancelWait(QueueShard shard, QueueCommand.Receive receive, Reply<?> reply, Changes changes) {
        Queue queue = shard.table().find(receive.queue());
        Group group = queue == null ? null : queue.group(receive.group());
        if (group != null) {
            shard.waiters().cancelWait(group, reply, changes);
        }
    }

    public void submit(Transaction transaction, Reply<? super QueueOutcome.Transacted> reply) {
        Rejection flaw = preparation.flaw(transaction);
        if (flaw != null) {
            shared.meters().rejections().count(flaw);
            reply.refused(flaw);
            return;
        }
        secretGate.pass(reply, () -> {
            Slot slot = slot(transaction.tag());
            List<TransactionPreparation.TransactionStep> steps = preparation.steps(transaction);
            slot.shard.submit(slot.queues.calls().transaction(steps, TransactionPreparation.size(transaction), reply));
        });
    }

    /** Answers a query on the shard of the queue, or on all shards. */
    @SuppressWarnings("unchecked") // each query names the type of its own outcome
    public <O extends Outcome> void ask(QueueQuery<O> query, Reply<? super O> reply) {
        switch (query) {
            case QueueQuery.Queue(QueueName queue) ->
                queries(queue)
                        .look((found, now) -> Decision.accept(QueueInfos.of(found)), (Reply<? super QueueInfo>) reply);
            case QueueQuery.Queues page -> page(page, (Reply<? super QueuePage>) reply);
            case QueueQuery.Group group ->
                queries(group.queue()).look((found, now) -> group(found, group), (Reply<? super GroupInfo>) reply);
            case QueueQuery.Browse browse -> queries(browse.queue()).browse(browse, (Reply<? super MessagePage>) reply);
            case QueueQuery.Message(QueueName queue, var message) ->
                queries(queue).find(message, (Reply<? super QueueOutcome.Found>) reply);
            case QueueQuery.MessageAt(QueueName queue, long seq) ->
                queries(queue).find(seq, (Reply<? super QueueOutcome.Found>) reply);
            case QueueQuery.Consumers consumers -> consumers(consumers, (Reply<? super PresencePage>) reply);
            case QueueQuery.Task task -> task(task, (Reply<? super TaskInfo>) reply);
        }
    }

    private void task(QueueQuery.Task query, Reply<? super TaskInfo> reply) {
        RedriveTask.RedriveTaskId ids = RedriveTask.RedriveTaskId.of(query.task());
        if (ids == null || Ids.shardOf(ids.queue()) >= slots.length) {
            reply.refused(new Rejection.TaskNotFound(query.task()));
        } else {
            Slot slot = slots[Ids.shardOf(ids.queue())];
            slot.shard.submit(slot.queues.calls().task(query, ids, reply));
        }
    }

    private static Decision<GroupInfo> group(Queue queue, QueueQuery.Group query) {
        Group group = queue.group(query.group());
        return group == null
                ? Decision.reject(new Rejection.GroupNotFound(query.queue(), query.group()))
                : Decision.accept(QueueInfos.of(group));
    }

    private void page(QueueQuery.Queues query, Reply<? super QueuePage> reply) {
        List<QueueName> names = shared.catalog()
                .names(query.prefix(), query.after())
                .limit(query.limit() + 1L)
                .toList();
        boolean more = names.size() > query.limit();
        Map<Slot, List<QueueName>> bySlot = new HashMap<>();
        names.subList(0, more ? query.limit() : names.size())
                .forEach(name -> bySlot.computeIfAbsent(slot(name.tag()), slot -> new ArrayList<>())
                        .add(name));
        if (bySlot.isEmpty()) {
            reply.answered(new QueuePage(List.of(), false));
            return;
        }
        QueueQueries.QueueListing listing = new QueueQueries.QueueListing(bySlot.size(), more, reply);
        bySlot.forEach(
                (slot, ofSlot) -> slot.shard.submit(QueueQueries.infos(slot.queues.table(), ofSlot, listing.shard())));
    }

    private void consumers(QueueQuery.Consumers query, Reply<? super PresencePage> reply) {
        QueueName queue = query.queue();
        Slot[] asked = queue == null ? slots : new Slot[] {slot(queue.tag())};
        ConsumerHandler.ConsumerListing found = new ConsumerHandler.ConsumerListing(asked.length, reply);
        for (int i = 0; i < asked.length; i++) {
            asked[i].shard.submit(asked[i].queues.calls().consumers(query, found.of(i)));
        }
    }
}
