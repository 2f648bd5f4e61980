package dev.leat.client.queue;

import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The request of each kind of command and query about queues, except for {@link QueueListing}, which can take several. */
final class QueueRequestTable {
    private static final QueueRequestTable ALL = all();

    private final Map<Class<?>, Function<Object, QueueRequest<?>>> byKind = new HashMap<>();

    private QueueRequestTable() {}

    private static QueueRequestTable all() {
        QueueRequestTable calls = new QueueRequestTable();
        calls.onCommand(QueueCommand.CreateQueue.class, QueueAdminRequests::create);
        calls.onCommand(QueueCommand.UpdateQueue.class, QueueAdminRequests::update);
        calls.onCommand(QueueCommand.DeleteQueue.class, QueueAdminRequests::delete);
        calls.onCommand(QueueCommand.Purge.class, QueueAdminRequests::purge);
        calls.onCommand(QueueCommand.Pause.class, QueueAdminRequests::pause);
        calls.onCommand(QueueCommand.Redrive.class, TaskRequests::redrive);
        calls.onCommand(QueueCommand.CancelTask.class, TaskRequests::cancel);
        calls.onCommand(QueueCommand.CreateGroup.class, GroupRequests::create);
        calls.onCommand(QueueCommand.SeekGroup.class, GroupRequests::seek);
        calls.onCommand(QueueCommand.DeleteGroup.class, GroupRequests::delete);
        calls.onCommand(QueueCommand.Enqueue.class, MessageRequests::enqueue);
        calls.onCommand(QueueCommand.Cancel.class, MessageRequests::cancel);
        calls.onCommand(QueueCommand.CancelAll.class, MessageRequests::cancelAll);
        calls.onCommand(QueueCommand.Receive.class, ReceiveRequests::receive);
        calls.onCommand(QueueCommand.Pop.class, ReceiveRequests::pop);
        calls.onCommand(QueueCommand.Claim.class, ReceiveRequests::claim);
        calls.onCommand(QueueCommand.Settle.class, SettleRequests::settle);
        calls.onCommand(QueueCommand.SettleMessage.class, SettleRequests::settleMessage);
        calls.onCommand(QueueCommand.Heartbeat.class, PresenceRequests::heartbeat);
        calls.onCommand(QueueCommand.Leave.class, PresenceRequests::leave);
        calls.onCommand(Transaction.class, TransactionRequests::commit);
        calls.onQuery(QueueQuery.Queue.class, QueueAdminRequests::info);
        calls.onQuery(QueueQuery.Group.class, GroupRequests::info);
        calls.onQuery(QueueQuery.Browse.class, MessageRequests::browse);
        calls.onQuery(QueueQuery.Message.class, MessageRequests::find);
        calls.onQuery(QueueQuery.MessageAt.class, MessageRequests::findAt);
        calls.onQuery(QueueQuery.Task.class, TaskRequests::info);
        calls.onQuery(QueueQuery.Consumers.class, PresenceRequests::list);
        return calls;
    }

    private <O extends Outcome, C extends Command<O>> void onCommand(Class<C> kind, Function<C, QueueRequest<O>> call) {
        byKind.put(kind, command -> call.apply(kind.cast(command)));
    }

    private <O extends Outcome, Q extends Query<O>> void onQuery(Class<Q> kind, Function<Q, QueueRequest<O>> call) {
        byKind.put(kind, query -> call.apply(kind.cast(query)));
    }

    /** Returns the commands and queries that have a row. */
    static Set<Class<?>> kinds() {
        return ALL.byKind.keySet();
    }

    @SuppressWarnings("unchecked") // the rows were put in with the type of their outcome
    static <O extends Outcome> QueueRequest<O> of(Command<O> command) {
        return (QueueRequest<O>) ALL.find(command);
    }

    @SuppressWarnings("unchecked") // the rows were put in with the type of their outcome
    static <O extends Outcome> QueueRequest<O> of(Query<O> query) {
        return (QueueRequest<O>) ALL.find(query);
    }

    private QueueRequest<?> find(Object asked) {
        Function<Object, QueueRequest<?>> call = byKind.get(asked.getClass());
        if (call == null) {
            throw new IllegalArgumentException("not about queues: " + asked.getClass());
        }
        return call.apply(asked);
    }
}
