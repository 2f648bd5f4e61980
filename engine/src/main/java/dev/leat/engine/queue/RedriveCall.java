package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Begins to send dead letters back. */
final class RedriveCall extends QueueCall<QueueOutcome.TaskInfo> {
    private final QueueCommand.Redrive command;

    RedriveCall(QueueShard shard, QueueCommand.Redrive command, Reply<? super QueueOutcome.TaskInfo> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        Rejection rejection = rejection();
        if (rejection != null) {
            rejected(rejection);
            return;
        }
        RedriveTask task = new RedriveTask(
                queue.nextTask,
                command.filter(),
                command.limit(),
                command.perSecond(),
                command.to(),
                queue.nextSeq,
                0,
                QueueOutcome.TaskInfo.State.RUNNING,
                0,
                0,
                total(queue),
                changes.time(),
                0,
                null);
        shard.change(new QueueChange.OfTask(queue.number, task), changes);
        shard.redrives().watch(queue, task, changes.time());
        decided(RedriveTaskId.info(queue, task));
    }

    /** At most so many are meant: which of them, only the messages themselves can tell. */
    private long total(Queue queue) {
        int named = command.filter().messageIds().size();
        long most = named == 0 ? queue.messages : Math.min(named, queue.messages);
        return command.limit() == 0 ? most : Math.min(command.limit(), most);
    }

    private @Nullable Rejection rejection() {
        QueueName to = command.to();
        if (to == null) {
            return null;
        }
        if (to.equals(name)) {
            return new Rejection.BadArgument("dead letters of " + name + " cannot go to where they are");
        }
        boolean there =
                shard.table().find(to) != null || shard.context().directory().find(to) != null;
        return there ? null : new Rejection.QueueNotFound(to);
    }
}
