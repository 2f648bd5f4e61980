package dev.leat.engine.queue.call;

import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.Call;
import java.util.List;

/** The calls of the queues of one shard: one for each command and each query that its thread answers. */
public final class QueueCalls {
    private final QueueAdminCalls admin;
    private final GroupCalls groups;
    private final EnqueueCalls enqueues;
    private final FetchCalls fetches;
    private final SettleCalls settles;
    private final CancelCalls cancels;
    private final RedriveCalls redrives;
    private final PresenceCalls presence;
    private final TransactionCalls transactions;

    public QueueCalls(
            QueueAdminCalls admin,
            GroupCalls groups,
            EnqueueCalls enqueues,
            FetchCalls fetches,
            SettleCalls settles,
            CancelCalls cancels,
            RedriveCalls redrives,
            PresenceCalls presence,
            TransactionCalls transactions) {
        this.admin = admin;
        this.groups = groups;
        this.enqueues = enqueues;
        this.fetches = fetches;
        this.settles = settles;
        this.cancels = cancels;
        this.redrives = redrives;
        this.presence = presence;
        this.transactions = transactions;
    }

    /**
     * Returns the call that carries out a command. Commands with a message id, and group starts that need a search, have methods of
     * their own.
     */
    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    public <O extends Outcome> Call of(QueueCommand<O> command, Reply<? super O> reply) {
        return switch (command) {
            case QueueCommand.CreateQueue given ->
                admin.new CreateQueueCall(given, (Reply<? super CreateQueueResult>) reply);
            case QueueCommand.UpdateQueue given ->
                admin.new UpdateQueueCall(given, (Reply<? super QueueOutcome.QueueUpdated>) reply);
            case QueueCommand.DeleteQueue given ->
                admin.new DeleteQueueCall(given, (Reply<? super QueueOutcome.QueueDeleted>) reply);
            case QueueCommand.Enqueue given ->
                enqueues.new EnqueueCall(given, (Reply<? super QueueOutcome.Enqueued>) reply);
            case QueueCommand.Receive given -> fetches.new ReceiveCall(given, (Reply<? super Deliveries>) reply);
            case QueueCommand.Pop given -> fetches.new PopCall(given, (Reply<? super Deliveries>) reply);
            case QueueCommand.Settle given ->
                settles.new SettleDeliveriesCall(given, (Reply<? super QueueOutcome.Settled>) reply);
            case QueueCommand.Claim given -> fetches.new ClaimLeasesCall(given, (Reply<? super Deliveries>) reply);
            case QueueCommand.CancelAll given ->
                cancels.new CancelAllCall(given, (Reply<? super QueueOutcome.CancelledAll>) reply);
            case QueueCommand.Purge given -> admin.new PurgeCall(given, (Reply<? super QueueOutcome.Purged>) reply);
            case QueueCommand.Pause given -> admin.new PauseCall(given, (Reply<? super QueueOutcome.Paused>) reply);
            case QueueCommand.CreateGroup given ->
                groups.new CreateGroupCall(given, null, (Reply<? super CreateGroupResult>) reply);
            case QueueCommand.SeekGroup given ->
                groups.new SeekGroupCall(given, null, (Reply<? super QueueOutcome.GroupMoved>) reply);
            case QueueCommand.DeleteGroup given ->
                groups.new DeleteGroupCall(given, (Reply<? super QueueOutcome.GroupDeleted>) reply);
            case QueueCommand.Redrive given -> redrives.new RedriveCall(given, (Reply<? super TaskInfo>) reply);
            case QueueCommand.CancelTask given -> redrives.new CancelTaskCall(given, (Reply<? super TaskInfo>) reply);
            case QueueCommand.Heartbeat given ->
                presence.new HeartbeatCall(given, (Reply<? super QueueOutcome.Present>) reply);
            case QueueCommand.Leave given -> presence.new LeaveCall(given, (Reply<? super QueueOutcome.Left>) reply);
            case QueueCommand.Cancel given ->
                throw new IllegalStateException("the message has to be located first: " + given);
            case QueueCommand.SettleMessage given ->
                throw new IllegalStateException("the message has to be located first: " + given);
        };
    }

    public Call create(
            QueueCommand.CreateGroup command, Groups.GroupStartPosition start, Reply<? super CreateGroupResult> reply) {
        return groups.new CreateGroupCall(command, start, reply);
    }

    public Call seek(
            QueueCommand.SeekGroup command,
            Groups.GroupStartPosition start,
            Reply<? super QueueOutcome.GroupMoved> reply) {
        return groups.new SeekGroupCall(command, start, reply);
    }

    public Call cancel(QueueCommand.Cancel command, long queue, long at, Reply<? super QueueOutcome.Cancelled> reply) {
        return cancels.new CancelCall(command, queue, at, reply);
    }

    public Call settle(
            QueueCommand.SettleMessage command, long queue, long at, Reply<? super QueueOutcome.Settled> reply) {
        return settles.new SettleMessageCall(command, queue, at, reply);
    }

    public Call transaction(
            List<TransactionPreparation.TransactionStep> steps,
            long bytes,
            Reply<? super QueueOutcome.Transacted> reply) {
        return transactions.new TransactionCall(steps, bytes, reply);
    }

    public Call task(QueueQuery.Task query, RedriveTask.RedriveTaskId id, Reply<? super TaskInfo> reply) {
        return redrives.new TaskCall(query, id, reply);
    }

    public Call consumers(QueueQuery.Consumers query, Reply<? super PresencePage> reply) {
        return presence.new ConsumersCall(query, reply);
    }
}
