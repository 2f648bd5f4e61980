package dev.leat.engine.queue;

import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.TaskInfo.State;
import dev.leat.api.Rejection;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends dead letters back, in the background: a few in each turn, as fast as was asked for. How far it is, is durable together with
 * what it has moved, so it goes on after a restart.
 */
final class Redrives {
    /** How long a task that has ended can still be asked about. */
    private static final long KEEP_MILLIS = Duration.ofDays(1).toMillis();

    /** How long it waits for room. */
    private static final long AGAIN_MILLIS = 5_000;

    private static final int STEPS = 1000;
    private static final int MOST_UNDER_WAY = 256;

    private final QueueShard shard;
    private final Map<Key, Run> runs = new HashMap<>();

    private record Key(long queue, long task) {}

    /** A task that goes on. */
    private static final class Run {
        final Set<Long> underWay = new HashSet<>();
        final RedriveRate pace;
        boolean planned;

        Run(RedriveRate pace) {
            this.pace = pace;
        }
    }

    Redrives(QueueShard shard) {
        this.shard = shard;
    }

    /** A task has changed, or is there after a start. */
    void watch(Queue queue, RedriveTask task, long now) {
        if (task.state() == State.RUNNING) {
            plan(queue, task.number(), now + 1);
        } else {
            shard.timers().at(task.ended() + KEEP_MILLIS, changes -> forget(queue, task.number(), changes));
        }
    }

    private void forget(Queue queue, long task, Changes changes) {
        RedriveTask known = queue.gone ? null : queue.tasks.get(task);
        if (known != null && known.state() != State.RUNNING) {
            runs.remove(new Key(queue.number, task));
            shard.change(new QueueChange.TaskRemoved(queue.number, task), changes);
        }
    }

    private Run run(Queue queue, long task) {
        RedriveTask known = queue.tasks.get(task);
        RedriveRate pace = new RedriveRate(known == null ? 0 : known.perSecond());
        return runs.computeIfAbsent(new Key(queue.number, task), key -> new Run(pace));
    }

    private void plan(Queue queue, long task, long at) {
        Run run = run(queue, task);
        if (!run.planned) {
            run.planned = true;
            shard.timers().at(at, changes -> {
                run.planned = false;
                step(queue, task, run, changes);
            });
        }
    }

    private void step(Queue queue, long number, Run run, Changes changes) {
        RedriveTask before = queue.gone ? null : queue.tasks.get(number);
        if (before == null || before.state() != State.RUNNING) {
            return;
        }
        RedriveProgress progress = new RedriveProgress(before);
        long wait = advance(queue, progress, run, changes);
        if (progress.ended && run.underWay.isEmpty()) {
            progress.end(State.DONE, changes.time());
        }
        if (!progress.isRunning() && run.underWay.isEmpty()) {
            runs.remove(new Key(queue.number, number));
        } else if (wait >= 0) {
            plan(queue, number, changes.time() + wait);
        }
        save(queue, before, progress.task(), changes);
    }

    private void save(Queue queue, RedriveTask before, RedriveTask after, Changes changes) {
        if (!after.equals(before)) {
            shard.change(new QueueChange.OfTask(queue.number, after), changes);
            if (before.state() == State.RUNNING && after.state() != State.RUNNING) {
                watch(queue, after, changes.time());
            }
        }
    }

    /** Moves some. Returns how long to wait until it goes on; -1 if something else will make it go on. */
    private long advance(Queue queue, RedriveProgress progress, Run run, Changes changes) {
        for (int steps = 0; steps < STEPS && !changes.isFull(); steps++) {
            long at = queue.nextThere(progress.next);
            progress.ended = at < 0 || progress.isEnough(run.underWay.size());
            if (progress.ended || run.underWay.size() >= (progress.isHeld() ? 1 : MOST_UNDER_WAY)) {
                return -1;
            }
            long wait = run.pace.left(changes.time());
            if (wait > 0) {
                return wait;
            }
            QueuedMessage message = queue.hot.get(at);
            if (message == null) {
                shard.loader().window(queue, at, new Reading(queue, progress.number()));
                return -1;
            }
            boolean meant = !run.underWay.contains(at) && progress.isMeant(message);
            Transfers.Refusal refusal = meant ? move(queue, message, progress, run, changes) : null;
            if (refusal != null) {
                progress.held(progress.target(message), refusal, changes.time());
                return progress.isRunning() ? AGAIN_MILLIS : -1;
            }
            progress.next = at + 1;
        }
        return 1;
    }

    /** Moves a message, or begins to. Returns why it cannot go. */
    private Transfers.@Nullable Refusal move(
            Queue queue, QueuedMessage message, RedriveProgress progress, Run run, Changes changes) {
        long at = message.at();
        QueueName to = progress.target(message);
        if (to == null || Removals.isLeased(queue, at) || Removals.isMoving(queue, at)) {
            progress.skipped++;
            return null;
        }
        TransferredMessage arrival = arrival(queue, message, to);
        Queue here = shard.table().find(to);
        boolean there = here == null && shard.context().directory().find(to) != null;
        if (there && queue.groups.isEmpty()) {
            return Transfers.Refusal.NO_GROUPS;
        }
        if (there) {
            ship(queue, message, to, arrival, progress, run, changes);
            return null;
        }
        Transfers.Refusal refusal = Transfers.refusal(here, arrival);
        if (here != null && refusal == null) {
            shard.carry(message.bytes(), changes);
            shard.transfers().arrive(here, arrival, changes);
            shard.change(new QueueChange.Removed(queue.number, at, EndReason.MOVED), changes);
            run.pace.went(changes.time());
            progress.moved();
        }
        return refusal;
    }

    private void ship(
            Queue queue,
            QueuedMessage message,
            QueueName to,
            TransferredMessage arrival,
            RedriveProgress progress,
            Run run,
            Changes changes) {
        boolean wanted = false;
        for (Group group : queue.groups.values()) {
            if (!group.isDone(message.at())) {
                wanted = true;
                DeliveryState known = group.entry(message.at());
                DeliveryState entry = known == null ? DeliveryState.untouched(group, message) : known;
                put(group, message.at(), entry.movedBy(progress.number()), changes);
            }
        }
        if (!wanted) {
            progress.skipped++;
            return;
        }
        TransferSource origin = new TransferSource(queue.number, TransferSource.ALL, message.at());
        run.underWay.add(message.at());
        run.pace.went(changes.time());
        shard.transfers().ship(new Transfer(queue.name, origin, to, arrival), changes);
    }

    private void put(Group group, long at, DeliveryState entry, Changes changes) {
        shard.change(new QueueChange.OfEntry(group.queue.number, group.number, at, entry), changes);
    }

    /** Only the group that failed gets it again, if it goes where it comes from. */
    private TransferredMessage arrival(Queue queue, QueuedMessage message, QueueName to) {
        Provenance provenance = message.provenance();
        boolean home = provenance != null && provenance.originQueue().equals(to);
        return new TransferredMessage(
                message.key(),
                message.payload(),
                message.contentType(),
                message.orderKey(),
                priority(queue, message, to),
                message.ttl(),
                message.maxAttempts(),
                message.headers(),
                home && provenance != null ? provenance.originGroup() : null,
                null,
                new TransferSource(queue.number, TransferSource.ALL, message.at()),
                provenance == null ? DeliveryHistory.NONE : DeliveryHistory.of(provenance));
    }

    /** The priority that it had where it comes from, if it goes back there, and not to another queue of that name. */
    private int priority(Queue queue, QueuedMessage message, QueueName to) {
        TransferSource origin = message.origin();
        QueueDirectory.Listed there = shard.context().directory().find(to);
        return origin != null && there != null && there.number() == origin.queue()
                ? Position.priorityOf(Position.lane(origin.at()))
                : LeaseGrants.priority(queue, message.at());
    }

    /** What became of a message that went to another shard. */
    void told(
            Queue queue,
            long task,
            long at,
            @Nullable QueueName to,
            Transfers.@Nullable Refusal refusal,
            Changes changes) {
        Run run = run(queue, task);
        run.underWay.remove(at);
        if (refusal == null) {
            shard.change(new QueueChange.Removed(queue.number, at, EndReason.MOVED), changes);
        } else {
            queue.groups.values().forEach(group -> restore(group, at, changes));
        }
        RedriveTask before = queue.tasks.get(task);
        if (before != null) {
            RedriveProgress progress = new RedriveProgress(before);
            if (refusal == null) {
                progress.moved();
            } else {
                progress.next = Math.min(progress.next, at);
                progress.held(to, refusal, changes.time());
            }
            save(queue, before, progress.task(), changes);
            plan(queue, task, changes.time() + (refusal == null ? 0 : AGAIN_MILLIS));
        }
    }

    /** It stays, and stands as before. */
    private void restore(Group group, long at, Changes changes) {
        DeliveryState entry = group.entry(at);
        if (entry != null && entry.state() == DeliveryState.State.MOVING) {
            Provenance.Reason reason = entry.deadReason();
            put(
                    group,
                    at,
                    reason != null ? entry.parked(reason) : entry.again(changes.time(), 0, entry.redelivery()),
                    changes);
        }
    }

    /** Goes on after a start with a message that was on its way. */
    void resume(Group group, long at, DeliveryState entry, Changes changes) {
        Queue queue = group.queue;
        if (!run(queue, entry.task()).underWay.add(at)) {
            return; // another group of the queue has it as well
        }
        QueuedMessage message = queue.hot.get(at);
        if (message == null) {
            run(queue, entry.task()).underWay.remove(at);
            shard.loader().one(queue, at, new Resuming(group, at));
            return;
        }
        RedriveTask task = queue.tasks.get(entry.task());
        QueueName to = task == null ? null : new RedriveProgress(task).target(message);
        if (task == null || to == null) {
            told(queue, entry.task(), at, to, Transfers.Refusal.MISSING, changes);
        } else {
            TransferredMessage arrival = arrival(queue, message, to);
            TransferSource origin = new TransferSource(queue.number, TransferSource.ALL, at);
            shard.transfers().ship(new Transfer(queue.name, origin, to, arrival), changes);
        }
    }

    /** A task that waits until messages are read. */
    private final class Reading implements MessageLoader.Landing {
        private final Queue queue;
        private final long task;

        Reading(Queue queue, long task) {
            this.queue = queue;
            this.task = task;
        }

        @Override
        public void landed(Changes changes) {
            plan(queue, task, changes.time());
        }

        @Override
        public void failed(Rejection rejection) {
            // what could not be read is tried again at the next start
        }
    }

    /** A message on its way that has to be read first. */
    private final class Resuming implements MessageLoader.Landing {
        private final Group group;
        private final long at;

        Resuming(Group group, long at) {
            this.group = group;
            this.at = at;
        }

        @Override
        public void landed(Changes changes) {
            DeliveryState entry = group.gone ? null : group.entry(at);
            if (entry != null && entry.state() == DeliveryState.State.MOVING) {
                resume(group, at, entry, changes);
            }
        }

        @Override
        public void failed(Rejection rejection) {
            // it is tried again at the next start
        }
    }
}
