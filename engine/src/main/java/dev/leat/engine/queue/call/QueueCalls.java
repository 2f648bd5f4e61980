package dev.leat.engine.queue.call;

import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.ReplyCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of the queues of one shard: one for each command and each query that its thread answers. */
public final class QueueCalls {
    private final QueueTable table;
    private final QueueAdminHandler admin;
    private final GroupHandler groups;
    private final EnqueueHandler enqueues;
    private final ReceiveHandler receives;
    private final SettleHandler settles;
    private final RedriveHandler redrives;
    private final ConsumerHandler consumers;
    private final TransactionHandler transactions;

    public QueueCalls(
            QueueTable table,
            QueueAdminHandler admin,
            GroupHandler groups,
            EnqueueHandler enqueues,
            ReceiveHandler receives,
            SettleHandler settles,
            RedriveHandler redrives,
            ConsumerHandler consumers,
            TransactionHandler transactions) {
        this.table = table;
        this.admin = admin;
        this.groups = groups;
        this.enqueues = enqueues;
        this.receives = receives;
        this.settles = settles;
        this.redrives = redrives;
        this.consumers = consumers;
        this.transactions = transactions;
    }

    /**
     * Returns the call that carries out a command. Commands with a message id, and group starts that need a search, have methods of
     * their own.
     */
    public Call of(QueueCommand<?> command, Reply<?> reply) {
        return switch (command) {
            case QueueCommand.CreateQueue given -> createQueue(given, reply);
            case QueueCommand.UpdateQueue given -> call(given, admin::update, reply);
            case QueueCommand.DeleteQueue given -> call(given, admin::delete, reply);
            case QueueCommand.Enqueue given ->
                call(given.queue(), given, enqueues::enqueue, EnqueueHandler.bytes(given), reply);
            case QueueCommand.Receive given -> call(given.queue(), receives.decode(given), receives::receive, 0, reply);
            case QueueCommand.Pop given -> call(given, receives::pop, reply);
            case QueueCommand.Claim given -> call(given, receives::claim, reply);
            case QueueCommand.Settle given -> call(given.queue(), settles.decode(given), settles::settle, 0, reply);
            case QueueCommand.CancelAll given -> call(given, admin::cancelAll, reply);
            case QueueCommand.Purge given -> call(given, admin::purge, reply);
            case QueueCommand.Pause given -> call(given, admin::pause, reply);
            case QueueCommand.CreateGroup given -> create(given, null, reply);
            case QueueCommand.SeekGroup given -> seek(given, null, reply);
            case QueueCommand.DeleteGroup given -> call(given, QueueCall.inGroup(given.group(), groups::delete), reply);
            case QueueCommand.Redrive given -> call(given, redrives::redrive, reply);
            case QueueCommand.CancelTask given -> call(given, redrives::cancel, reply);
            case QueueCommand.Heartbeat given ->
                call(given, QueueCall.inGroup(given.group(), consumers::heartbeat), reply);
            case QueueCommand.Leave given -> call(given, QueueCall.inGroup(given.group(), consumers::leave), reply);
            case QueueCommand.Cancel given ->
                throw new IllegalStateException("the message has to be located first: " + given);
            case QueueCommand.SettleMessage given ->
                throw new IllegalStateException("the message has to be located first: " + given);
        };
    }

    private <C extends QueueCommand<O>, O extends Outcome> Call call(
            C command, QueueCall.Decider<C, O> decider, Reply<?> reply) {
        return call(command.queue(), command, decider, 0, reply);
    }

    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    private <C, O extends Outcome> Call call(
            QueueName queue, C command, QueueCall.Decider<C, O> decider, int bytes, Reply<?> reply) {
        return new QueueCall<>(table, queue, command, decider, bytes, (Reply<? super O>) reply);
    }

    @SuppressWarnings("unchecked") // the command names the type of its own outcome
    private Call createQueue(QueueCommand.CreateQueue command, Reply<?> reply) {
        return ReplyCall.of(changes -> admin.create(command, changes), (Reply<? super CreateQueueResult>) reply);
    }

    /** @param start the result of the search for the start; null if it needs none */
    public Call create(QueueCommand.CreateGroup command, Groups.@Nullable GroupStartPosition start, Reply<?> reply) {
        return call(command, (queue, given, changes) -> groups.create(queue, given, start, changes), reply);
    }

    /** @param start the result of the search for the start; null if it needs none */
    public Call seek(QueueCommand.SeekGroup command, Groups.@Nullable GroupStartPosition start, Reply<?> reply) {
        return call(
                command,
                QueueCall.inGroup(
                        command.group(), (group, given, changes) -> groups.seek(group, given, start, changes)),
                reply);
    }

    public Call cancel(QueueCommand.Cancel command, long number, long at, Reply<?> reply) {
        return call(command, (queue, given, changes) -> admin.cancel(queue, given, number, at, changes), reply);
    }

    public Call settle(QueueCommand.SettleMessage command, long number, long at, Reply<?> reply) {
        SettleHandler.LocatedSettle located = new SettleHandler.LocatedSettle(command, number, at, true);
        return call(command.queue(), located, settles::settle, 0, reply);
    }

    public Call transaction(
            List<TransactionPreparation.TransactionStep> steps,
            long bytes,
            Reply<? super QueueOutcome.Transacted> reply) {
        return ReplyCall.of(changes -> transactions.transact(steps, changes), Math.toIntExact(bytes), reply);
    }

    public Call task(QueueQuery.Task query, RedriveTask.RedriveTaskId id, Reply<? super TaskInfo> reply) {
        return ReplyCall.of(changes -> redrives.describe(query, id), reply);
    }

    public Call consumers(QueueQuery.Consumers query, Reply<? super PresencePage> reply) {
        return ReplyCall.of(changes -> consumers.list(query, changes), reply);
    }
}
