package dev.leat.engine.queue;

import dev.leat.api.Command;
import dev.leat.api.NewMessage;
import dev.leat.api.Outcome;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.Transaction;
import dev.leat.engine.meter.Meters;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.call.GroupCalls;
import dev.leat.engine.queue.call.PresenceCalls;
import dev.leat.engine.queue.call.QueueInfos;
import dev.leat.engine.queue.call.QueueQueries;
import dev.leat.engine.queue.call.TransactionPreparation;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.deadletter.QueueDirectory;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
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

/** All queues of an engine: brings what callers ask for to the right shard. */
public final class Queues {
    private static final Reply<Outcome> UNHEARD = new Reply<>() {
        @Override
        public void answered(Outcome outcome) {}

        @Override
        public void refused(Rejection rejection) {}
    };

    private final QueueContext context;
    private final TransactionPreparation preparation;
    private final Seat[] seats;
    private final Secrets secrets;
    private final StartupGate doorway = new StartupGate(this::keepSecret);
    private final IntFunction<byte[]> dice;

    /** A shard and its queues. */
    private record Seat(Shard shard, QueueShard queues) {}

    /** Where secrets are kept. */
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
            IntFunction<byte[]> dice) {
        this.seats = new Seat[shards];
        this.secrets = secrets;
        this.dice = dice;
        this.context = new QueueContext(
                new QueueDirectory(), new Ways(), store, blocking, usage, meters, new DeliveryIdCipher());
        this.preparation = new TransactionPreparation(
                streams, context.deliveryIds(), usage.limits().appendBytes(), tag -> Placement.shard(tag, shards));
    }

    /** Puts a shard in its place, with no queues yet. */
    public QueueShard seat(Shard shard, StreamShard streams, PresenceShard presence) {
        QueueShard queues =
                new QueueShard(shard.number(), context, streams, presence, work -> shard.force(new InternalCall(work)));
        shard.attach(presence);
        shard.attach(queues);
        seats[shard.number()] = new Seat(shard, queues);
        return queues;
    }

    /** How much there is in all queues now. */
    public QueueFigures figures() {
        QueueFigures all = QueueFigures.NONE;
        for (Seat seat : seats) {
            all = all.plus(QueueFigures.of(
                    seat.queues.table().stock(), seat.queues.presence().census()));
        }
        return all;
    }

    private QueueQueries queries(QueueName queue) {
        Seat seat = seat(queue.tag());
        return new QueueQueries(seat.shard, seat.queues.table(), context.store(), context.blocking(), queue);
    }

    private Seat seat(String tag) {
        return seats[Placement.shard(tag, seats.length)];
    }

    void force(QueueName queue, BiConsumer<QueueShard, Changes> errand) {
        Seat seat = seat(queue.tag());
        seat.shard.force(new InternalCall(changes -> errand.accept(seat.queues, changes)));
    }

    /** How the shards reach each other. */
    private final class Ways implements PeerShards {
        @Override
        public void force(QueueName queue, BiConsumer<PeerShards.Peer, Changes> work) {
            Queues.this.force(queue, work::accept);
        }

        @Override
        public void call(QueueName queue, Function<PeerShards.Peer, Call> call) {
            Seat seat = seat(queue.tag());
            seat.shard.force(call.apply(seat.queues));
        }

        @Override
        public void forceHome(long queue, BiConsumer<PeerShards.Peer, Changes> work) {
            Seat seat = seats[Ids.shardOf(queue)];
            seat.shard.force(new InternalCall(changes -> work.accept(seat.queues, changes)));
        }
    }

    /** Rewrites the messages in the store without those that are gone. Takes as long as that takes. */
    public void compactMessages() {
        context.store().compact(new byte[] {'M'}, new byte[] {'N'});
    }

    /** Everything is replayed, streams as well. */
    public void recovered() {
        for (Seat seat : seats) {
            context.usage().add(seat.queues.table().bytes());
            seat.queues.recovered();
        }
        for (Seat seat : seats) {
            seat.queues.table().all().forEach(queue -> context.directory().put(queue, queue.config, queue));
        }
        for (Seat seat : seats) {
            if (!seat.queues.table().all().isEmpty()) { // consumers belong to queues
                seat.queues.table().all().forEach(this::detach);
                seat.shard.force(new InternalCall(seat.queues.presence()::resume));
                seat.shard.force(new InternalCall(seat.queues::resume));
            }
        }
    }

    /** A dead-letter queue was deleted, and not everybody who used it has learnt of that. */
    private void detach(Queue queue) {
        QueueName to = queue.config.deadLetter();
        if (to != null && context.directory().find(to) == null) {
            force(queue.name, (shard, changes) -> shard.links().detach(queue.name, to, changes));
        }
    }

    public <O extends Outcome> void submit(QueueCommand<O> command, Reply<? super O> reply) {
        Rejection flaw = command instanceof QueueCommand.Enqueue enqueue ? tooLarge(enqueue.messages()) : null;
        if (flaw != null) {
            context.meters().rejections().count(flaw);
            reply.refused(flaw);
        } else {
            doorway.pass(reply, () -> dispatch(command, reply));
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
        int limit = context.usage().limits().appendBytes();
        return bytes > limit ? new Rejection.PayloadTooLarge(bytes, limit) : null;
    }

    /** Makes it durable by which secret deliveries are sealed: those of an earlier life have to be known again. */
    private void keepSecret(Reply<Object> opened) {
        secrets.keep(
                new Command.KeepSecret(DeliveryIdCipher.SECRET, dice.apply(DeliveryIdCipher.SECRET_BYTES)),
                new Reply<>() {
                    @Override
                    public void answered(Outcome.Secret secret) {
                        context.deliveryIds().ready(secret.bytes());
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
            when GroupCalls.GroupStartSearch.isNeeded(given.start()) ->
                create(given, (Reply<? super QueueOutcome.GroupCreated>) reply);
            case QueueCommand.SeekGroup given
            when GroupCalls.GroupStartSearch.isNeeded(given.to()) ->
                seek(given, (Reply<? super QueueOutcome.GroupMoved>) reply);
            case QueueCommand.Cancel given -> cancel(given, (Reply<? super QueueOutcome.Cancelled>) reply);
            case QueueCommand.SettleMessage given -> settle(given, (Reply<? super QueueOutcome.Settled>) reply);
            default -> {
                Seat seat = seat(command.tag());
                seat.shard.submit(seat.queues.calls().of(command, reply));
            }
        }
    }

    private void create(QueueCommand.CreateGroup command, Reply<? super QueueOutcome.GroupCreated> reply) {
        Seat seat = seat(command.tag());
        queries(command.queue())
                .search(
                        new GroupCalls.GroupStartSearch(command.start()),
                        reply,
                        spot -> seat.shard.submit(seat.queues.calls().create(command, spot, reply)));
    }

    private void seek(QueueCommand.SeekGroup command, Reply<? super QueueOutcome.GroupMoved> reply) {
        Seat seat = seat(command.tag());
        queries(command.queue())
                .search(
                        new GroupCalls.GroupStartSearch(command.to()),
                        reply,
                        spot -> seat.shard.submit(seat.queues.calls().seek(command, spot, reply)));
    }

    private void cancel(QueueCommand.Cancel command, Reply<? super QueueOutcome.Cancelled> reply) {
        Seat seat = seat(command.tag());
        queries(command.queue())
                .locate(
                        command.message(),
                        reply,
                        (queue, at) -> seat.shard.submit(seat.queues.calls().cancel(command, queue, at, reply)));
    }

    private void settle(QueueCommand.SettleMessage command, Reply<? super QueueOutcome.Settled> reply) {
        Seat seat = seat(command.tag());
        queries(command.queue())
                .locate(
                        command.message(),
                        reply,
                        (queue, at) -> seat.shard.submit(seat.queues.calls().settle(command, queue, at, reply)));
    }

    /** Ends the waiting of what was submitted with this reply; it comes after it in the same inbox. */
    public void endWait(QueueCommand<?> command, Reply<?> reply) {
        Runnable giveUp = switch (command) {
            case QueueCommand.Receive receive ->
                () -> force(receive.queue(), (shard, changes) -> giveUp(shard, receive, reply, changes));
            case QueueCommand.Enqueue enqueue ->
                () -> force(enqueue.queue(), (shard, changes) -> giveUp(shard, enqueue, reply, changes));
            default -> () -> {};
        };
        doorway.pass(UNHEARD, giveUp); // the command may be waiting there as well
    }

    private static void giveUp(QueueShard shard, QueueCommand.Enqueue enqueue, Reply<?> reply, Changes changes) {
        Queue queue = shard.table().find(enqueue.queue());
        if (queue != null) {
            shard.enqueuer().giveUp(queue, reply, changes);
        }
    }

    private static void giveUp(QueueShard shard, QueueCommand.Receive receive, Reply<?> reply, Changes changes) {
        Queue queue = shard.table().find(receive.queue());
        Group group = queue == null ? null : queue.group(receive.group());
        if (group != null) {
            shard.waiters().giveUp(group, reply, changes);
        }
    }

    public void submit(Transaction transaction, Reply<? super QueueOutcome.Transacted> reply) {
        Rejection flaw = preparation.flaw(transaction);
        if (flaw != null) {
            context.meters().rejections().count(flaw);
            reply.refused(flaw);
            return;
        }
        doorway.pass(reply, () -> {
            Seat seat = seat(transaction.tag());
            List<TransactionPreparation.TransactionStep> steps = preparation.steps(transaction);
            seat.shard.submit(seat.queues.calls().transaction(steps, TransactionPreparation.size(transaction), reply));
        });
    }

    /** Asks a question; what a queue is doing only its shard knows. */
    @SuppressWarnings("unchecked") // each query names the type of its own outcome
    public <O extends Outcome> void ask(QueueQuery<O> query, Reply<? super O> reply) {
        switch (query) {
            case QueueQuery.Queue(QueueName queue) ->
                this.<QueueOutcome.QueueInfo>look(
                        queue,
                        (found, now, answer) -> answer.answered(QueueInfos.of(found)),
                        (Reply<? super QueueOutcome.QueueInfo>) reply);
            case QueueQuery.Queues page -> page(page, (Reply<? super QueueOutcome.QueuePage>) reply);
            case QueueQuery.Group group ->
                this.<QueueOutcome.GroupInfo>look(
                        group.queue(),
                        (found, now, answer) -> group(found, group, answer),
                        (Reply<? super QueueOutcome.GroupInfo>) reply);
            case QueueQuery.Browse browse ->
                queries(browse.queue()).browse(browse, (Reply<? super QueueOutcome.MessagePage>) reply);
            case QueueQuery.Message(QueueName queue, var message) ->
                queries(queue).find(message, (Reply<? super QueueOutcome.Found>) reply);
            case QueueQuery.MessageAt(QueueName queue, long seq) ->
                queries(queue).find(seq, (Reply<? super QueueOutcome.Found>) reply);
            case QueueQuery.Consumers consumers ->
                consumers(consumers, (Reply<? super QueueOutcome.PresencePage>) reply);
            case QueueQuery.Task task -> task(task, (Reply<? super QueueOutcome.TaskInfo>) reply);
        }
    }

    private void task(QueueQuery.Task query, Reply<? super QueueOutcome.TaskInfo> reply) {
        RedriveTask.RedriveTaskId ids = RedriveTask.RedriveTaskId.of(query.task());
        if (ids == null || Ids.shardOf(ids.queue()) >= seats.length) {
            reply.refused(new Rejection.TaskNotFound(query.task()));
        } else {
            Seat seat = seats[Ids.shardOf(ids.queue())];
            seat.shard.submit(seat.queues.calls().task(query, ids, reply));
        }
    }

    private <O> void look(QueueName queue, QueueQueries.QueueQueryCall.Look<O> look, Reply<? super O> reply) {
        queries(queue).look(look, reply);
    }

    private static void group(Queue queue, QueueQuery.Group query, Reply<? super QueueOutcome.GroupInfo> reply) {
        Group group = queue.group(query.group());
        if (group == null) {
            reply.refused(new Rejection.GroupNotFound(query.queue(), query.group()));
        } else {
            reply.answered(QueueInfos.of(group));
        }
    }

    private void page(QueueQuery.Queues query, Reply<? super QueueOutcome.QueuePage> reply) {
        List<QueueName> names = context.directory()
                .names(query.prefix(), query.after())
                .limit(query.limit() + 1L)
                .toList();
        boolean more = names.size() > query.limit();
        Map<Seat, List<QueueName>> bySeat = new HashMap<>();
        names.subList(0, more ? query.limit() : names.size())
                .forEach(name -> bySeat.computeIfAbsent(seat(name.tag()), seat -> new ArrayList<>())
                        .add(name));
        if (bySeat.isEmpty()) {
            reply.answered(new QueueOutcome.QueuePage(List.of(), false));
            return;
        }
        QueueQueries.QueueListing gathering = new QueueQueries.QueueListing(bySeat.size(), more, reply);
        bySeat.forEach((seat, ofSeat) ->
                seat.shard.submit(new QueueQueries.QueuePageCall(seat.queues.table(), ofSeat, gathering.shard())));
    }

    private void consumers(QueueQuery.Consumers query, Reply<? super QueueOutcome.PresencePage> reply) {
        QueueName queue = query.queue();
        Seat[] asked = queue == null ? seats : new Seat[] {seat(queue.tag())};
        PresenceCalls.ConsumerListing found = new PresenceCalls.ConsumerListing(asked.length, reply);
        for (int i = 0; i < asked.length; i++) {
            asked[i].shard.submit(asked[i].queues.calls().consumers(query, found.of(i)));
        }
    }
}
