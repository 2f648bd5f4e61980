package dev.leat.engine.queue.deadletter;

import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.TaskInfo.State;
import dev.leat.api.RedriveFilter;
import dev.leat.api.Rejection;
import dev.leat.engine.queue.delivery.FreedBytes;
import dev.leat.engine.queue.delivery.MessageLoader;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.queue.state.TransferredMessage;
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
public final class Redrives {
    /** How long a task that has ended can still be asked about. */
    private static final long KEEP_MILLIS = Duration.ofDays(1).toMillis();

    /** How long it waits for room. */
    private static final long RETRY_MILLIS = 5_000;

    private static final int STEPS = 1000;
    private static final int MAX_IN_FLIGHT = 256;

    private final ShardScope scope;
    private final QueueDirectory directory;
    private final Transfers transfers;
    private final MessageLoader loader;
    private final FreedBytes freedBytes;
    private final Map<Key, Run> runs = new HashMap<>();

    private record Key(long queue, long task) {}

    /** A task that goes on. */
    private static final class Run {
        final Set<Long> inFlight = new HashSet<>();
        final RedriveRate rate;
        boolean planned;

        Run(RedriveRate rate) {
            this.rate = rate;
        }
    }

    public Redrives(
            ShardScope scope,
            QueueDirectory directory,
            Transfers transfers,
            MessageLoader loader,
            FreedBytes freedBytes) {
        this.scope = scope;
        this.directory = directory;
        this.transfers = transfers;
        this.loader = loader;
        this.freedBytes = freedBytes;
    }

    /** A task has changed, or is there after a start. */
    public void watch(Queue queue, RedriveTask task, long now) {
        if (task.state() == State.RUNNING) {
            plan(queue, task.number(), now + 1);
        } else {
            scope.timers().at(task.ended() + KEEP_MILLIS, changes -> forget(queue, task.number(), changes));
        }
    }

    private void forget(Queue queue, long task, Changes changes) {
        RedriveTask known = queue.gone ? null : queue.tasks.get(task);
        if (known != null && known.state() != State.RUNNING) {
            runs.remove(new Key(queue.number, task));
            scope.change(new QueueChange.TaskRemoved(queue.number, task), changes);
        }
    }

    private Run run(Queue queue, long task) {
        RedriveTask known = queue.tasks.get(task);
        RedriveRate rate = new RedriveRate(known == null ? 0 : known.perSecond());
        return runs.computeIfAbsent(new Key(queue.number, task), key -> new Run(rate));
    }

    private void plan(Queue queue, long task, long at) {
        Run run = run(queue, task);
        if (!run.planned) {
            run.planned = true;
            scope.timers().at(at, changes -> {
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
        if (progress.ended && run.inFlight.isEmpty()) {
            progress.end(State.DONE, changes.time());
        }
        if (!progress.isRunning() && run.inFlight.isEmpty()) {
            runs.remove(new Key(queue.number, number));
        } else if (wait >= 0) {
            plan(queue, number, changes.time() + wait);
        }
        save(queue, before, progress.task(), changes);
    }

    private void save(Queue queue, RedriveTask before, RedriveTask after, Changes changes) {
        if (!after.equals(before)) {
            scope.change(new QueueChange.OfTask(queue.number, after), changes);
            if (before.state() == State.RUNNING && after.state() != State.RUNNING) {
                watch(queue, after, changes.time());
            }
        }
    }

    /** Moves some. Returns how long to wait until it goes on; -1 if something else will make it go on. */
    private long advance(Queue queue, RedriveProgress progress, Run run, Changes changes) {
        for (int steps = 0; steps < STEPS && !changes.isFull(); steps++) {
            long at = queue.nextPresent(progress.next);
            progress.ended = at < 0 || progress.isEnough(run.inFlight.size());
            if (progress.ended || run.inFlight.size() >= (progress.isHeld() ? 1 : MAX_IN_FLIGHT)) {
                return -1;
            }
            long wait = run.rate.left(changes.time());
            if (wait > 0) {
                return wait;
            }
            QueuedMessage message = queue.resident.get(at);
            if (message == null) {
                loader.window(queue, at, new Continuation(queue, progress.number()));
                return -1;
            }
            boolean meant = !run.inFlight.contains(at) && progress.isMeant(message);
            Transfers.Refusal refusal = meant ? move(queue, message, progress, run, changes) : null;
            if (refusal != null) {
                progress.held(progress.target(message), refusal, changes.time());
                return progress.isRunning() ? RETRY_MILLIS : -1;
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
        if (to == null || queue.isLeased(at) || queue.isMoving(at)) {
            progress.skipped++;
            return null;
        }
        TransferredMessage arrival = arrival(queue, message, to);
        Queue here = scope.table().find(to);
        boolean there = here == null && directory.find(to) != null;
        if (there && queue.groups.isEmpty()) {
            return Transfers.Refusal.NO_GROUPS;
        }
        if (there) {
            ship(queue, message, to, arrival, progress, run, changes);
            return null;
        }
        Transfers.Refusal refusal = Transfers.refusal(here, arrival);
        if (here != null && refusal == null) {
            freedBytes.use(message.bytes(), changes);
            transfers.arrive(here, arrival, changes);
            scope.remove(queue, at, EndReason.MOVED, changes);
            run.rate.sent(changes.time());
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
                DeliveryState entry = known == null ? group.untouched(message) : known;
                scope.put(group, message.at(), entry.movedBy(progress.number()), changes);
            }
        }
        if (!wanted) {
            progress.skipped++;
            return;
        }
        TransferSource origin = new TransferSource(queue.number, TransferSource.ALL, message.at());
        run.inFlight.add(message.at());
        run.rate.sent(changes.time());
        transfers.ship(new Transfers.Transfer(queue.name, origin, to, arrival), changes);
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
                provenance == null
                        ? TransferredMessage.DeliveryHistory.NONE
                        : TransferredMessage.DeliveryHistory.of(provenance));
    }

    /** The priority that it had where it comes from, if it goes back there, and not to another queue of that name. */
    private int priority(Queue queue, QueuedMessage message, QueueName to) {
        TransferSource origin = message.origin();
        QueueDirectory.Listed there = directory.find(to);
        return origin != null && there != null && there.number() == origin.queue()
                ? Position.priorityOf(Position.lane(origin.at()))
                : queue.priority(message.at());
    }

    /** What became of a message that went to another shard. */
    void concluded(
            Queue queue,
            long task,
            long at,
            @Nullable QueueName to,
            Transfers.@Nullable Refusal refusal,
            Changes changes) {
        Run run = run(queue, task);
        run.inFlight.remove(at);
        if (refusal == null) {
            scope.remove(queue, at, EndReason.MOVED, changes);
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
            plan(queue, task, changes.time() + (refusal == null ? 0 : RETRY_MILLIS));
        }
    }

    /** It stays, and stands as before. */
    private void restore(Group group, long at, Changes changes) {
        DeliveryState entry = group.entry(at);
        if (entry != null && entry.state() == DeliveryState.State.MOVING) {
            Provenance.Reason reason = entry.deadReason();
            scope.put(
                    group,
                    at,
                    reason != null ? entry.parked(reason) : entry.again(changes.time(), 0, entry.redelivery()),
                    changes);
        }
    }

    /** Goes on after a start with a message that was on its way. */
    public void resume(Group group, long at, DeliveryState entry, Changes changes) {
        Queue queue = group.queue;
        if (!run(queue, entry.task()).inFlight.add(at)) {
            return; // another group of the queue has it as well
        }
        QueuedMessage message = queue.resident.get(at);
        if (message == null) {
            run(queue, entry.task()).inFlight.remove(at);
            loader.one(queue, at, new LoadedTransfer(group, at));
            return;
        }
        RedriveTask task = queue.tasks.get(entry.task());
        QueueName to = task == null ? null : new RedriveProgress(task).target(message);
        if (task == null || to == null) {
            concluded(queue, entry.task(), at, to, Transfers.Refusal.MISSING, changes);
        } else {
            TransferredMessage arrival = arrival(queue, message, to);
            TransferSource origin = new TransferSource(queue.number, TransferSource.ALL, at);
            transfers.ship(new Transfers.Transfer(queue.name, origin, to, arrival), changes);
        }
    }

    /** A task that waits until messages are read. */
    private final class Continuation implements MessageLoader.LoadListener {
        private final Queue queue;
        private final long task;

        Continuation(Queue queue, long task) {
            this.queue = queue;
            this.task = task;
        }

        @Override
        public void loaded(Changes changes) {
            plan(queue, task, changes.time());
        }

        @Override
        public void failed(Rejection rejection) {
            // what could not be read is tried again at the next start
        }
    }

    /** A message on its way that has to be read first. */
    private final class LoadedTransfer implements MessageLoader.LoadListener {
        private final Group group;
        private final long at;

        LoadedTransfer(Group group, long at) {
            this.group = group;
            this.at = at;
        }

        @Override
        public void loaded(Changes changes) {
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

    /** How far a redrive is while it goes on. */
    public static final class RedriveProgress {
        private final RedriveTask before;
        private State state;
        private long endedAt;
        private @Nullable String problem;

        public long next;
        public long moved;
        public long skipped;
        private long total;

        /** Whether there is nothing more to begin with. */
        public boolean ended;

        public RedriveProgress(RedriveTask task) {
            this.before = task;
            this.state = task.state();
            this.endedAt = task.ended();
            this.problem = task.problem();
            this.next = task.next();
            this.moved = task.moved();
            this.skipped = task.skipped();
            this.total = task.total();
        }

        public long number() {
            return before.number();
        }

        @Nullable
        public QueueName to() {
            return before.to();
        }

        boolean isRunning() {
            return state == State.RUNNING;
        }

        public void end(State how, long now) {
            state = how;
            endedAt = now;
            total = how == State.DONE ? moved + skipped : total;
        }

        public void moved() {
            moved++;
            problem = isRunning() ? null : problem;
        }

        /** One cannot go, and stays where it is: the task waits until there is room, or ends if that will never do. */
        public void held(@Nullable QueueName where, Transfers.Refusal why, long now) {
            if (isRunning()) {
                problem = where == null ? why.words : where + ": " + why.words;
                if (why != Transfers.Refusal.FULL && why != Transfers.Refusal.NO_ROOM) {
                    end(State.FAILED, now);
                }
            }
        }

        /** Whether the last one did not go. Then one at a time is tried. */
        boolean isHeld() {
            return problem != null;
        }

        boolean isEnough(int inFlight) {
            return before.limit() > 0 && moved + inFlight >= before.limit();
        }

        /** Whether a message is one of those that the task is about. */
        public boolean isMeant(QueuedMessage message) {
            RedriveFilter filter = before.filter();
            Provenance from = message.provenance();
            return message.seq() < before.upTo()
                    && (filter.originQueue() == null
                            || (from != null && filter.originQueue().equals(from.originQueue())))
                    && (filter.originGroup() == null
                            || (from != null && filter.originGroup().equals(from.originGroup())))
                    && (filter.reason() == null || (from != null && filter.reason() == from.reason()))
                    && (filter.messageIds().isEmpty()
                            || filter.messageIds().contains(message.key().id()));
        }

        /** Where a message goes; null if nobody knows. */
        @Nullable
        public QueueName target(QueuedMessage message) {
            Provenance from = message.provenance();
            return before.to() != null ? before.to() : from == null ? null : from.originQueue();
        }

        public RedriveTask task() {
            return new RedriveTask(
                    before.number(),
                    before.filter(),
                    before.limit(),
                    before.perSecond(),
                    before.to(),
                    before.upTo(),
                    next,
                    state,
                    moved,
                    skipped,
                    total,
                    before.created(),
                    endedAt,
                    problem);
        }
    }

    /**
     * When the next message of a redrive may go, counted from the one before. A turn that comes late is made up for; a pause or a restart is
     * not, or all that did not go meanwhile would come at once. Not on disk.
     */
    static final class RedriveRate {
        private static final double LATE_MILLIS = 100;

        private final double interval;
        private double next = -1;

        /** @param perSecond how many may go; 0 for as many as there are */
        RedriveRate(double perSecond) {
            this.interval = perSecond == 0 ? 0 : 1000 / perSecond;
        }

        /** How long to wait until the next one may go; 0 for not at all. */
        long left(long now) {
            return interval == 0 || next <= now ? 0 : (long) Math.min(60_000, Math.ceil(next - now));
        }

        /** One goes. */
        void sent(long now) {
            next = (next < 0 ? now : Math.max(next, now - LATE_MILLIS)) + interval;
        }
    }
}
