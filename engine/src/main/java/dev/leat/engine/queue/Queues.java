package dev.leat.engine.queue;

import dev.leat.api.Outcome;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueQuery;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.Transaction;
import dev.leat.engine.meter.Meters;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.stream.Placement;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.stream.Usage;
import dev.leat.storage.store.Store;
import java.util.function.BiConsumer;

/** All queues of an engine: brings what callers ask for to the right shard. */
public final class Queues {
    private final QueueContext context;
    private final Seat[] seats;

    /** A shard and its queues. */
    private record Seat(Shard shard, QueueShard queues) {}

    public Queues(int shards, Streams streams, Store store, Usage usage, Meters meters, Streams.Patient patient) {
        this.seats = new Seat[shards];
        this.context = new QueueContext(new Directory(), this::force, store, patient, usage, meters, new Seal());
    }

    /** Puts a shard in its place, with no queues yet. */
    public QueueShard seat(Shard shard) {
        QueueShard queues = new QueueShard(shard.number(), context);
        shard.attach(queues);
        seats[shard.number()] = new Seat(shard, queues);
        return queues;
    }

    private Seat seat(String tag) {
        return seats[Placement.shard(tag, seats.length)];
    }

    private void force(QueueName queue, BiConsumer<QueueShard, Changes> errand) {
        Seat seat = seat(queue.tag());
        seat.shard.force(new Errand(changes -> errand.accept(seat.queues, changes)));
    }

    /** Everything is replayed, streams as well. */
    public void recovered() {
        for (Seat seat : seats) {
            seat.queues.table().all().forEach(queue -> context.directory().put(queue, queue.config));
        }
    }

    public <O extends Outcome> void submit(QueueCommand<O> command, Reply<? super O> reply) {
        Seat seat = seat(command.tag());
        seat.shard.submit(call(seat.queues, command, reply));
    }

    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    private static <O extends Outcome> Call call(QueueShard at, QueueCommand<O> command, Reply<? super O> reply) {
        return switch (command) {
            case QueueCommand.CreateQueue given ->
                new CreateQueueCall(at, given, (Reply<? super QueueOutcome.QueueCreated>) reply);
            case QueueCommand.UpdateQueue given ->
                new UpdateQueueCall(at, given, (Reply<? super QueueOutcome.QueueUpdated>) reply);
            case QueueCommand.DeleteQueue given ->
                new DeleteQueueCall(at, given, (Reply<? super QueueOutcome.QueueDeleted>) reply);
            case QueueCommand.Enqueue given -> new EnqueueCall(at, given, (Reply<? super QueueOutcome.Enqueued>) reply);
            case QueueCommand.Receive given -> new ReceiveCall(at, given, (Reply<? super QueueOutcome.Received>) reply);
            case QueueCommand.Pop given -> new PopCall(at, given, (Reply<? super QueueOutcome.Received>) reply);
            case QueueCommand.Settle given -> new SettleCall(at, given, (Reply<? super QueueOutcome.Settled>) reply);
            case QueueCommand.Claim given -> new ClaimCall(at, given, (Reply<? super QueueOutcome.Received>) reply);
            case QueueCommand.Cancel given -> new CancelCall(at, given, (Reply<? super QueueOutcome.Cancelled>) reply);
            case QueueCommand.Purge given -> new PurgeCall(at, given, (Reply<? super QueueOutcome.Purged>) reply);
            case QueueCommand.Pause given -> new PauseCall(at, given, (Reply<? super QueueOutcome.Paused>) reply);
            case QueueCommand.CreateGroup given ->
                new CreateGroupCall(at, given, (Reply<? super QueueOutcome.GroupCreated>) reply);
            case QueueCommand.SeekGroup given ->
                new SeekGroupCall(at, given, (Reply<? super QueueOutcome.GroupMoved>) reply);
            case QueueCommand.DeleteGroup given ->
                new DeleteGroupCall(at, given, (Reply<? super QueueOutcome.GroupDeleted>) reply);
            case QueueCommand.Redrive given -> new RedriveCall(at, given, (Reply<? super QueueOutcome.TaskInfo>) reply);
            case QueueCommand.CancelTask given ->
                new CancelTaskCall(at, given, (Reply<? super QueueOutcome.TaskInfo>) reply);
            case QueueCommand.Heartbeat given ->
                new HeartbeatCall(at, given, (Reply<? super QueueOutcome.Present>) reply);
            case QueueCommand.Leave given -> new LeaveCall(at, given, (Reply<? super QueueOutcome.Left>) reply);
        };
    }

    public void submit(Transaction transaction, Reply<? super QueueOutcome.Transacted> reply) {
        Seat seat = seat(transaction.tag());
        seat.shard.submit(new TransactionCall(seat.queues, transaction, reply));
    }

    public <O extends Outcome> void ask(QueueQuery<O> query, Reply<? super O> reply) {
        reply.refused(new Rejection.BadArgument("not built yet: " + query));
    }
}
